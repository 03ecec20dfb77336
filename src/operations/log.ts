import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino'

/**
 * One JSON line per event, without the headers of requests. A failed query is logged without its values,
 * which are users' names, addresses and password hashes.
 */
export function createLog({ logLevel }: { logLevel: LevelWithSilent }, to?: DestinationStream): Logger {
  return pino(
    {
      level: logLevel,
      // Libraries log headers on the finest levels, with the sender's token and cookies.
      redact: { paths: ['busboyOptions', 'headers', '*.headers'], remove: true },
      serializers: { err: (error: Error) => redactValues(pino.stdSerializers.err(error)) },
    },
    to,
  )
}

/** From where the database library begins to list the values of a query until its stack begins. */
const queryValuesPattern = /\nparams:[\s\S]*?(?=\n {4}at |$)/g

function redactValues(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(queryValuesPattern, '')
  if (Array.isArray(value)) return value.map(redactValues)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => !hiddenKeys.has(key))
  return Object.fromEntries(kept.map(([key, inner]) => [key, redactValues(inner)]))
}

/** PostgreSQL quotes the row that broke a rule in `detail`, and text it could not read in `where`. */
const hiddenKeys = new Set(['params', 'parameters', 'detail', 'where', 'raw'])
