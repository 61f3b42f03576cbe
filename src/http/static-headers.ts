import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet, { type HelmetOptions } from 'helmet';

/** Headers that are the same on every answer, as name and value. */
export type StaticHeaders = readonly (readonly [string, string])[];

/** What helmet would set, asked once: running it for each request costs more than finding the route. */
export function helmetHeaders(options: HelmetOptions): StaticHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(response.req, response, () => undefined);
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}

const NOBODY = ["'none'"];

// What only a page with scripts and frames needs.
const NOT_FOR_DATA: HelmetOptions = {
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};

const allowing = (directives: Readonly<Record<string, string[]>>) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { ...directives, 'frame-ancestors': NOBODY },
  },
});

/** Headers of answers to programs: a browser must not run, frame, guess or keep them. */
export const dataHeaders = (): StaticHeaders => [
  ...helmetHeaders({
    ...NOT_FOR_DATA,
    ...allowing({ 'default-src': NOBODY }),
  }),
  ['Cache-Control', 'no-store'],
];

/** Headers of a page that is nothing but text and a form to this service. */
export const formHeaders = (): StaticHeaders => [
  ...helmetHeaders({
    frameguard: { action: 'deny' },
    // As below.
    strictTransportSecurity: false,
    ...allowing({
      'default-src': NOBODY,
      'style-src': ["'unsafe-inline'"],
      'form-action': ["'self'"],
      'base-uri': NOBODY,
    }),
  }),
  ['Cache-Control', 'no-store'],
  ['X-Robots-Tag', 'noindex, nofollow'],
];

/** Headers of the documentation page: scripts of this service only. */
export const pageHeaders = (): StaticHeaders =>
  helmetHeaders({
    // The page is read over plain HTTP too, where upgrading would find nobody.
    strictTransportSecurity: false,
    ...allowing({
      'default-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      'style-src': ["'self'", "'unsafe-inline'"],
      'object-src': NOBODY,
      'base-uri': NOBODY,
    }),
  });
