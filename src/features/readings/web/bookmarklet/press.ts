import { readPage } from '../page-reader/read-page.ts'
import { formatReadingFragment } from './reading-fragment.ts'

// What a bookmark does in the page that is open: built into one script, which runs in a fresh frame of that page, so that
// functions that the page replaced are not used. It sends nothing: it opens the site's own tab with what it read behind the #.

/** The window around the frame, and what the site's page filled in. */
declare const chopmark: { page: Window; site: string; end: () => void }

async function press(): Promise<void> {
  const { page, site, end } = chopmark
  try {
    const fragment = formatReadingFragment(await readPage(page.document))
    // The frame's function for the page's window: that one was pressed in.
    open.call(page, `${site}/handover${fragment}`, '_blank', 'noopener,noreferrer')
  } catch {
    alert('Chopmark could not read this page. Use the extension, or add what you see there yourself.')
  } finally {
    end()
  }
}

void press()
