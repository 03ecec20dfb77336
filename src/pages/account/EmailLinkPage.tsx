import type { ComponentProps, ReactNode } from 'react'
import type { LinkTokenState } from '#features/auth/web/link-token.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { InvalidLink } from './InvalidLink.tsx'

type LinkPageProps = {
  title: string
  description: string
  secret: LinkTokenState<string>
  /** What stands here when the link is none, or was refused. */
  invalid: Omit<ComponentProps<typeof InvalidLink>, 'takesFocus'>
  children: ReactNode
}

/** A page that one comes to by a link with a secret in it. */
export function EmailLinkPage({ title, description, secret, invalid, children }: LinkPageProps) {
  const isInvalid = secret === 'missing' || secret === 'refused'
  return (
    <>
      <PageHead title={title} description={description} isIndexed={false} />
      {isInvalid ? <InvalidLink {...invalid} takesFocus={secret === 'refused'} /> : children}
    </>
  )
}
