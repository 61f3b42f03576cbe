/** PostgreSQL settings by name. */
export type PostgresSettings = Readonly<Record<string, string>>;

// What differs from PostgreSQL's own defaults. fsync, synchronous_commit and full_page_writes stay on.
const DEFAULTS: PostgresSettings = {
  listen_addresses: '127.0.0.1',
  // TCP only: a socket's path may be longer than the system allows.
  unix_socket_directories: '',
  max_connections: '100',
  // Small enough for a laptop; the system's file cache does the rest.
  shared_buffers: '64MB',
  // Mail is written in large values: the default of 2 MB makes every commit wait for writes.
  wal_buffers: '16MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  jit: 'off',
  // Three worker processes less; nothing here scans enough to need them.
  io_method: 'sync',
  huge_pages: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** The arguments of `postgres`. */
export function postgresArguments(
  directory: string,
  port: number,
  settings: PostgresSettings = {},
): string[] {
  const all = { ...DEFAULTS, ...settings, port: String(port) };
  return [
    '-D',
    directory,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}
