/**
 * Settings for the server of a single site. The first three are PostgreSQL's defaults; they are set here because committed
 * data must never be lost.
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
  // After a crash, one system call syncs the whole file system instead of one call per file.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
  jit: 'off', // compiling takes longer than our statements take
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  logging_collector: 'off',
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic', // statements contain users' data
}

/** The server's arguments for a database in `folder` that listens in `socketFolder` alone. */
export function getServerArguments(folder: string, socketFolder: string): string[] {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', folder, '-k', socketFolder, ...options]
}
