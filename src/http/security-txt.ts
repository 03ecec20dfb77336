import type { FastifyInstance } from 'fastify'
import { hourlyCacheControl } from '#shared/server/built-files.ts'

type SecurityTxtOptions = {
  publicUrl: string
  /** Who answers reports, the best way first; what is unset or not https (RFC 9116 asks for it) is left out. */
  contacts: readonly (string | null | undefined)[]
}

const lifeMs = 180 * 24 * 3_600_000

/**
 * `/.well-known/security.txt` (RFC 9116): how to report a weakness of this site. Where no contact is configured it
 * names the mailbox that RFC 2142 reserves for this on every domain.
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
          '# Please report a weakness privately: ask for a private way if this contact is public.',
          `Contact: ${contact}`,
          `Expires: ${formatDay(Date.now() + lifeMs)}`,
          'Preferred-Languages: en',
          `Canonical: ${publicUrl}${path}`,
          '',
        ].join('\n'),
      ),
  )
}

/** The beginning of a day in UTC, so that the file changes once a day. */
function formatDay(time: number): string {
  return `${new Date(time).toISOString().slice(0, 10)}T00:00:00Z`
}
