import type { ComponentProps, ReactNode } from 'react'
import type { LinkTokenState } from '#features/auth/web/link-token.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { InvalidLink } from './InvalidLink.tsx'

type EmailLinkPageProps = {
  title: string
  description: string
  secret: LinkTokenState<string>
  /** Shown instead of the page when the link is incomplete or was rejected. */
  invalid: Omit<ComponentProps<typeof InvalidLink>, 'takesFocus'>
  children: ReactNode
}

/** A page that is opened by a link with a one-time token. */
export function EmailLinkPage({ title, description, secret, invalid, children }: EmailLinkPageProps) {
  const isInvalid = secret === 'missing' || secret === 'refused'
  return (
    <>
      <PageHead title={title} description={description} isIndexed={false} />
      {isInvalid ? <InvalidLink {...invalid} takesFocus={secret === 'refused'} /> : children}
    </>
  )
}
