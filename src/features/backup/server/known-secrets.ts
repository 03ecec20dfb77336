import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The data folder, and the secrets that are in use or stored in it. */
export type SecretLocation = { dataDir: string; secrets: readonly string[] }

/**
 * The SHA-256 of every secret that the site has started with. They identify its backups even after the secret is
 * changed.
 */
export function readKnownSecrets({ dataDir, secrets }: SecretLocation): Set<string> {
  const file = getFile(dataDir)
  const stored = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  return new Set([...stored, ...secrets.map((secret) => hash('sha256', secret))])
}

/** Stores the current secrets for the time when they are changed, and returns all. */
export function rememberSecrets(location: SecretLocation): Set<string> {
  const hashes = readKnownSecrets(location)
  if (hashes.size > readKnownSecrets({ ...location, secrets: [] }).size) {
    mkdirSync(location.dataDir, { recursive: true })
    writeFileSync(getFile(location.dataDir), `${[...hashes].join('\n')}\n`, { mode: 0o600 })
  }
  return hashes
}

function getFile(dataDir: string): string {
  return join(dataDir, 'known-secrets')
}
