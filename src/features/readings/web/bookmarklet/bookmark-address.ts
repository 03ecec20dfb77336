import { encodeBase64 } from '../page-reader/base64.ts'

/**
 * The address of the bookmark: the script of `press.ts`, packed, and the few lines that unpack it in a fresh frame of the page
 * that is open, whose functions that page has not replaced. Packed, because Firefox keeps bookmarks of at most 65,536
 * characters, which the plain script exceeds.
 */
export async function createBookmarkAddress(script: string, site: string): Promise<string> {
  const stream = new Blob([script]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const packed = encodeBase64(new Uint8Array(await new Response(stream).arrayBuffer()))
  return `javascript:${encodeURIComponent(`(${unpack})(${JSON.stringify(packed)},${JSON.stringify(site)})`)}`
}

/** Stands alone: as text it becomes the bookmark. Where the page's policy forbids the script, it says so. */
const unpack = `async(p,site)=>{
let w=window,f
const end=()=>f&&f.remove()
try{
f=Document.prototype.createElement.call(document,'iframe')
f.style.setProperty('display','none','important')
Reflect.get(Document.prototype,'body',document).append(f)
w=f.contentWindow
const b=w.Uint8Array.from(w.atob(p),c=>c.charCodeAt(0))
const t=await new w.Response(new w.Blob([b]).stream().pipeThrough(new w.DecompressionStream('deflate-raw'))).text()
w.chopmark={page:window,site,end}
w.eval(t)
}catch{
w.alert('This page does not let a bookmarklet run. Use the extension, or add what you see at '+site)
end()
}}`
