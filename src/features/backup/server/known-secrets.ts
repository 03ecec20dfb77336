import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The data folder, and the secrets that are in force or lie in it. */
export type SecretPlace = { dataDir: string; secrets: readonly string[] }

/**
 * The SHA-256 of every secret that the site has started with, by which it knows its own backups, also after the
 * secret was changed.
 */
export function readKnownSecrets({ dataDir, secrets }: SecretPlace): Set<string> {
  const file = getFile(dataDir)
  const former = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  return new Set([...former, ...secrets.map((secret) => hash('sha256', secret))])
}

/** Notes the present secrets for the time when there are others, and returns all. */
export function rememberSecrets(place: SecretPlace): Set<string> {
  const known = readKnownSecrets(place)
  if (known.size > readKnownSecrets({ ...place, secrets: [] }).size) {
    mkdirSync(place.dataDir, { recursive: true })
    writeFileSync(getFile(place.dataDir), `${[...known].join('\n')}\n`, { mode: 0o600 })
  }
  return known
}

function getFile(dataDir: string): string {
  return join(dataDir, 'known-secrets')
}
