import type { ParameterizedContext } from 'koa';
import type { Allowance } from '../auth/rate-windows.js';
import type { RouterContext } from '@koa/router';

/** What the middleware of one request tell each other. */
export interface RequestState {
  /** The operation that answers; absent for pages and unknown paths. */
  operation?: string;
  /** What the rate headers show; absent where nothing is counted. */
  allowance?: Allowance;
  /** Starts a body that is written over time; called once the headers are set. */
  begin?: () => void;
}

/** A request on its way through the middleware. */
export type Context = ParameterizedContext<RequestState>;

/** The same, once a route was found. */
export type RoutedContext = RouterContext<RequestState>;
