import { readPage } from '#features/readings/web/page-reader/read-page.ts'

// Put into a page by the person's press, in the extension's own world: pages see nothing of it.

Object.assign(globalThis, { readChopmarkPage: () => readPage(document) })
