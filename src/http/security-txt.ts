import type { FastifyInstance } from 'fastify'
import { hourlyCacheControl } from '#shared/server/built-files.ts'
import { DAY_MS } from '#shared/time.ts'

type SecurityTxtOptions = {
  publicUrl: string
  /** Where reports are answered, the best contact first. Unset ones are ignored, and URLs without https (RFC 9116). */
  contacts: readonly (string | null | undefined)[]
}

const validityMs = 180 * DAY_MS

/**
 * Serves `/.well-known/security.txt` (RFC 9116): how to report a vulnerability of this site. If no contact is
 * configured, it names the mailbox that RFC 2142 reserves for this on every domain.
 */
export function serveSecurityTxt(app: FastifyInstance, { publicUrl, contacts }: SecurityTxtOptions): void {
  const path = '/.well-known/security.txt'
  const configured = contacts.find((address) => address && /^(https|mailto):/.test(address))
  const contact = configured ?? `mailto:security@${new URL(publicUrl).hostname}`
  app.get(path, { schema: { hide: true } }, (_request, reply) =>
    reply
      .header('cache-control', hourlyCacheControl)
      .type('text/plain; charset=utf-8')
      .send(
        [
          '# Please report vulnerabilities privately. If this contact is public, ask for a private channel first.',
          `Contact: ${contact}`,
          `Expires: ${formatDay(Date.now() + validityMs)}`,
          'Preferred-Languages: en',
          `Canonical: ${publicUrl}${path}`,
          '',
        ].join('\n'),
      ),
  )
}

/** The start of a UTC day, so that the file changes once a day. */
function formatDay(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 10)}T00:00:00Z`
}
