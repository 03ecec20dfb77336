import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { Picture } from '../uploads/test-files.ts'

/** Content types that the host sends, correct or not. The site must use only the bytes. */
const types = ['image/png', 'application/octet-stream', 'image/webp', 'binary/octet-stream', 'image/svg+xml']
const filesPerItem = 50

/**
 * A host of hostile files on loopback, and a source of product information that shows them: item `N` has the files
 * from `N * filesPerItem` on.
 */
export async function startHost(files: readonly Picture[]) {
  let origin = ''
  const requestCounts = new Map<number, number>()

  function sendFile(response: ServerResponse, index: number): void {
    const file = files[index]
    if (!file) return void response.writeHead(404).end()
    requestCounts.set(index, (requestCounts.get(index) ?? 0) + 1)
    response.writeHead(200, { 'content-type': types[index % types.length] }).end(file.bytes)
  }

  function sendItem(response: ServerResponse, id: string): void {
    const first = Number(id.slice(-4)) * filesPerItem
    const numbers = files.slice(first, first + filesPerItem).map((_file, index) => first + index)
    const imgList = numbers.map((index) => `${origin}/files/${index}`)
    const productInfo = { productID: id, title: 'Shoe', price: '9.00', imgList, skus: [], productAttr: [] }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code: 200, data: { productInfo } }))
  }

  const server = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://host')
    const [, index] = /^\/files\/(\d+)$/.exec(pathname) ?? []
    if (index === undefined) sendItem(response, searchParams.get('productID') ?? '')
    else sendFile(response, Number(index))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The host has no port.')
  origin = `http://127.0.0.1:${address.port}`
  return {
    origin,
    /** The ids of the items that show all files. */
    items: Array.from(
      { length: Math.ceil(files.length / filesPerItem) },
      (_none, index) => `77${String(index).padStart(8, '0')}`,
    ),
    countRequests: (index: number) => requestCounts.get(index) ?? 0,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
