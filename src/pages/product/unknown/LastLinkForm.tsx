import { useId, useSyncExternalStore } from 'react'
import { LinkFormButton } from '#features/product-links/web/LinkFormButton.tsx'
import { LinkInput } from '#features/product-links/web/LinkInput.tsx'
import { useLinkForm } from '#features/product-links/web/use-link-form.ts'
import { paths } from '#shared/paths.ts'
import { storageKeys } from '#shared/storage-keys.ts'

/** A form with the last pasted link, for correction. */
export function LastLinkForm() {
  const id = useId()
  const { isOpening, handleSubmit } = useLinkForm()
  const lastLink = useSyncExternalStore(subscribeToNothing, readLastLink, () => '')
  return (
    <form className="link-again" action={paths.go()} onSubmit={handleSubmit}>
      <label className="field__label" htmlFor={id}>
        Paste the link again
      </label>
      <span className="link-again__row">
        <LinkInput key={lastLink} id={id} className="input" defaultValue={lastLink} />
        <LinkFormButton isOpening={isOpening} className="btn btn--brand" />
      </span>
    </form>
  )
}

function subscribeToNothing(): () => void {
  return () => {}
}

/** The last pasted link; empty without storage. A stored text that is no http(s) URL is deleted. */
function readLastLink(): string {
  try {
    const stored = localStorage.getItem(storageKeys.url)
    if (stored === null) return ''
    if (/^https?:$/.test(URL.parse(stored)?.protocol ?? '')) return stored
    localStorage.removeItem(storageKeys.url)
  } catch {
    // Nothing is stored, so there is nothing to correct.
  }
  return ''
}
