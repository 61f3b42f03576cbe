/** PostgreSQL settings by name. */
export type PostgresSettings = Readonly<Record<string, string>>;

// What differs from PostgreSQL's own defaults. fsync, synchronous_commit and full_page_writes stay on.
const DEFAULTS: PostgresSettings = {
  listen_addresses: '127.0.0.1',
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

// Bytes of a socket's path that every system allows.
const MAX_SOCKET_PATH = 103;
// PostgreSQL reads a list, in which these are not plain.
const NOT_IN_A_LIST = /[,"]/;

/**
 * The directory of the server's socket, which costs a third less than TCP: its own, to which nobody else
 * has access. Null where the path is longer than the system allows.
 */
export function socketDirectory(directory: string, port: number): string | null {
  const path = `${directory}/.s.PGSQL.${port}`;
  const isUsable = Buffer.byteLength(path) <= MAX_SOCKET_PATH && !NOT_IN_A_LIST.test(path);
  return isUsable ? directory : null;
}

/** The arguments of `postgres`. */
export function postgresArguments(
  directory: string,
  port: number,
  settings: PostgresSettings = {},
): string[] {
  const all = {
    ...DEFAULTS,
    unix_socket_directories: socketDirectory(directory, port) ?? '',
    ...settings,
    port: String(port),
  };
  return [
    '-D',
    directory,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}
