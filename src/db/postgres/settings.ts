/**
 * For one site's own server; durability is PostgreSQL's default, and is written here because much depends on
 * it.
 */
const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: 100,
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  wal_level: 'minimal',
  max_wal_senders: 0,
  // After a crash: one system call for the file system instead of one for each of a thousand files.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
  jit: 'off', // compiling takes longer than our statements
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  logging_collector: 'off',
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic', // statements hold users' data
}

/** The server's arguments for a database in `folder` that listens in `socketFolder` alone. */
export function getServerArguments(folder: string, socketFolder: string): string[] {
  const named = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', folder, '-k', socketFolder, ...named]
}
