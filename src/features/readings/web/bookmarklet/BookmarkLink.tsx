import './BookmarkLink.css'
import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { paths } from '#shared/paths.ts'
import { copyText } from '#shared/web/copy-text.ts'
import { createBookmarkAddress } from './bookmark-address.ts'

/** The bookmark that hands over the page where it is pressed: to drag, or, with keys, to copy. */
export function BookmarkLink() {
  const { data: address, isError } = useQuery({ queryKey: ['bookmark'], queryFn: loadAddress })
  const [hasPressed, setHasPressed] = useState(false)
  function handlePress(event: MouseEvent) {
    event.preventDefault()
    setHasPressed(true)
  }
  if (isError) return <p className="err">The bookmark couldn't be loaded. Reload this page.</p>
  return (
    <div className="bookmark js-only">
      {/* React writes no address of this kind, because most of them are an attack. */}
      <a
        className="bookmark__link"
        href={paths.extension()}
        ref={(link) => {
          if (address !== undefined) link?.setAttribute('href', address)
        }}
        draggable
        onClick={handlePress}
      >
        <Bookmark className="icon icon--s" aria-hidden />
        <span>Hand over to Chopmark</span>
      </a>
      <button type="button" className="btn" disabled={!address} onClick={() => void copyText(address ?? '')}>
        Copy its address
      </button>
      <p className="bookmark__hint" role="status">
        {hasPressed && <span>Drag it to your bookmarks bar. It works on the item's page, not here.</span>}
      </p>
    </div>
  )
}

async function loadAddress(): Promise<string> {
  const response = await fetch(paths.bookmarkScript())
  if (!response.ok) throw new Error(`The bookmark's script answered ${response.status}.`)
  return createBookmarkAddress(await response.text(), location.origin)
}
