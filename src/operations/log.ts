import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino'

/**
 * Creates a log with one JSON line per event, without request headers. Failed queries are logged without their
 * values, which contain users' names, addresses and password hashes.
 */
export function createLog({ logLevel }: { logLevel: LevelWithSilent }, to?: DestinationStream): Logger {
  return pino(
    {
      level: logLevel,
      // Libraries log headers on the lowest levels, with the sender's token and cookies.
      redact: { paths: ['busboyOptions', 'headers', '*.headers'], remove: true },
      serializers: { err: (error: Error) => redactValues(pino.stdSerializers.err(error)) },
    },
    to,
  )
}

/** The part of a database error that lists the query's values: from `params:` to the stack. */
const queryValuesPattern = /\nparams:[\s\S]*?(?=\n {4}at |$)/g

function redactValues(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(queryValuesPattern, '')
  if (Array.isArray(value)) return value.map(redactValues)
  if (typeof value !== 'object' || value === null) return value
  const visible = Object.entries(value).filter(([key]) => !hiddenKeys.has(key))
  return Object.fromEntries(visible.map(([key, inner]) => [key, redactValues(inner)]))
}

/** Keys of values. PostgreSQL quotes the row that violates a constraint in `detail`, and invalid text in `where`. */
const hiddenKeys = new Set(['params', 'parameters', 'detail', 'where', 'raw'])
