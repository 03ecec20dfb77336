export type PanelFrame = {
  /** Undefined: the window's width decides. */
  setCollapsed: (isCollapsed: boolean | undefined) => void
  remove: () => void
}

/** In px: the tab at the edge, the panel, and the window width from which it starts open. */
const measures = { tab: 56, width: 344, minHeight: 120, maxHeight: 560, edge: 12, open: 900 } as const

/**
 * The panel as a frame of the extension's own, in a corner of the page: the page's policy and styles do not
 * affect it, and its scripts cannot read it.
 */
export function openFrame(hash: string): PanelFrame {
  const host = document.createElement('div')
  const frame = document.createElement('iframe')
  let contentHeight: number = measures.minHeight
  let isCollapsed: boolean | undefined
  const channel = new MessageChannel()

  function updateLayout(): void {
    const { tab, width, edge, minHeight, maxHeight } = measures
    const isTab = isCollapsed ?? innerWidth < measures.open
    const height = Math.max(minHeight, Math.min(contentHeight, maxHeight, innerHeight - 2 * edge))
    const size = isTab
      ? { width: tab, height: tab }
      : { width: Math.min(width, innerWidth - 2 * edge), height }
    setStyle(host, { ...fixed, width: `${size.width}px`, height: `${size.height}px` })
  }

  channel.port1.onmessage = ({ data }) => {
    if (typeof data !== 'number') return
    contentHeight = data
    updateLayout()
  }
  setStyle(frame, { ...filling })
  frame.title = 'Chopmark QC photos'
  frame.src = chrome.runtime.getURL(`panel.html${hash}`)
  frame.addEventListener('load', () => frame.contentWindow?.postMessage('size', '*', [channel.port2]), {
    once: true,
  })
  host.attachShadow({ mode: 'closed' }).append(frame)
  addEventListener('resize', updateLayout)
  document.documentElement.append(host)
  return {
    setCollapsed: (next) => {
      isCollapsed = next
      updateLayout()
    },
    remove: () => {
      removeEventListener('resize', updateLayout)
      channel.port1.close()
      host.remove()
    },
  }
}

const fixed = {
  all: 'initial',
  position: 'fixed',
  right: `${measures.edge}px`,
  bottom: `${measures.edge}px`,
  'z-index': '2147483647',
  display: 'block',
  'color-scheme': 'normal',
  // A dark frame in a light page is opaque, its corners too.
  'border-radius': '10px',
  'box-shadow': '0 10px 28px rgb(0 0 0 / 22%)',
  overflow: 'hidden',
}
const filling = { all: 'initial', display: 'block', width: '100%', height: '100%', border: '0' }

/** No style of the page overrides these. */
function setStyle({ style }: HTMLElement, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) style.setProperty(name, value, 'important')
}
