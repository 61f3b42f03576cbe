/** The address of what listens there by HTTP. */
export const baseUrlOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
