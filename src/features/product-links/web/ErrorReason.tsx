import { openItself } from '../parse-error-codes.ts'

type ErrorReasonProps = {
  reason: string
  /** The short link that could be opened in a browser. */
  shortLink?: string | undefined
}

/** The sentences about an unrecognized link; what is said to be opened is the link itself. */
export function ErrorReason({ reason, shortLink }: ErrorReasonProps) {
  const [before = '', after] = reason.split(openItself)
  if (!shortLink || after === undefined) return <span>{reason}</span>
  return (
    <>
      <span>{before}</span>
      <a
        href={shortLink}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`${openItself} (opens in a new tab)`}
      >
        {openItself}
      </a>
      <span>{after}</span>
    </>
  )
}
