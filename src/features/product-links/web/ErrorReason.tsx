import { openInBrowserText } from '../parse-error-codes.ts'

type ErrorReasonProps = {
  reason: string
  /** The URL of the short link, when the visitor can open it in a browser. */
  shortLink?: string | undefined
}

/** The reason of a parse error. Its "open it" text links to the short link. */
export function ErrorReason({ reason, shortLink }: ErrorReasonProps) {
  const [before = '', after] = reason.split(openInBrowserText)
  if (!shortLink || after === undefined) return <span>{reason}</span>
  return (
    <>
      <span>{before}</span>
      <a
        href={shortLink}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`${openInBrowserText} (opens in a new tab)`}
      >
        {openInBrowserText}
      </a>
      <span>{after}</span>
    </>
  )
}
