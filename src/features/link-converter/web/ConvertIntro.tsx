import type { MouseEvent } from 'react'
import { exampleLinks } from '#features/product-links/examples.ts'
import { paths } from '#shared/paths.ts'
import { EmptyState } from '#shared/web/ui/feedback/EmptyState.tsx'

const examples = exampleLinks.map(({ url }) => url).join('\n')

/** The empty state of the results: an explanation, and a link that converts three examples. */
export function ConvertIntro({ onTry }: { onTry: (text: string) => void }) {
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
      <a
        className="btn"
        href={`${paths.convert()}?text=${encodeURIComponent(examples)}`}
        onClick={handleClick}
      >
        Try three examples
      </a>
    </EmptyState>
  )
}
