import type { MouseEvent } from 'react'
import { getCanonicalUrl } from '#features/product-links/canonical-url.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { EmptyState } from '#shared/web/ui/feedback/EmptyState.tsx'

const counts = ['', 'an example', 'two examples', 'three examples']

type ConvertIntroProps = {
  /** Items of this site; without any, no example is offered. */
  items: readonly ItemParams[]
  onTry: (text: string) => void
}

/** The empty state of the results: an explanation, and a link that converts up to three examples. */
export function ConvertIntro({ items, onTry }: ConvertIntroProps) {
  const examples = items.map(({ shopType, productCode }) => getCanonicalUrl(shopType, productCode)).join('\n')
  function handleClick(event: MouseEvent) {
    event.preventDefault()
    onTry(examples)
  }
  return (
    <EmptyState
      title="Nothing converted yet"
      text="Your converted links will appear here."
      drawing={
        <path d="M24 16h152v96H24zM24 48h152M24 80h152M32 24h16v16H32zM60 28h64M32 56h16v16H32zM60 60h88M32 88h16v16H32zM60 92h52" />
      }
    >
      {items.length > 0 && (
        <a
          className="btn"
          href={`${paths.convert()}?text=${encodeURIComponent(examples)}`}
          onClick={handleClick}
        >
          {`Try ${counts[items.length] ?? 'examples'}`}
        </a>
      )}
    </EmptyState>
  )
}
