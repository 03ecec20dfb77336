import { Check, Copy } from 'lucide-react'
import { useCopied } from './use-copied.ts'

/** Copies one link and shows a check mark for a short time. `of` names the link for screen readers. */
export function CopyButton({ url, of }: { url: string; of: string }) {
  const { isCopied, copy } = useCopied()
  const Icon = isCopied ? Check : Copy
  return (
    <button type="button" className="btn btn--quiet btn--icon js-only" onClick={() => copy(url)}>
      <Icon className="icon" aria-hidden />
      <span className="visually-hidden">{`Copy link: ${of}`}</span>
      <span className="visually-hidden" role="status">
        {isCopied && 'Copied'}
      </span>
    </button>
  )
}
