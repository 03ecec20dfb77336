import './ShareDialog.css'
import { Copy, Download, Share } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from '#shared/web/copy-text.ts'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { SegmentedControl } from '#shared/web/ui/forms/SegmentedControl.tsx'
import { type CardShape, cardShapes } from '../texts-and-limits.ts'

const shapes = [
  { value: 'wide', label: 'Wide, 1200 x 630' },
  { value: 'tall', label: 'Tall, 1080 x 1350' },
] as const satisfies { value: CardShape; label: string }[]

type ShareDialogProps = { path: string; onClose: () => void }

/** The item's card in two shapes, its link, and a button for the system's share sheet if there is one. */
export function ShareDialog({ path, onClose }: ShareDialogProps) {
  const [shape, setShape] = useState<CardShape>('wide')
  const { file, width, height } = cardShapes[shape]
  const source = `${path}/${file}`
  const link = location.origin + path
  const picture = useCardFile(source)
  return (
    <Dialog open onClose={onClose} title="Share" className="share-dialog">
      <img
        className="share-dialog__card"
        src={source}
        width={width}
        height={height}
        alt="This item's inspection card"
      />
      <SegmentedControl
        className="share-dialog__shapes"
        label="Shape of the picture"
        value={shape}
        options={shapes}
        onChange={setShape}
      />
      <ShareLink link={link} />
      <div className="share-dialog__acts">
        <a className="btn" href={source} download={`${path.split('/').slice(2).join('-')}-${file}`}>
          <Download className="icon" aria-hidden />
          Download picture
        </a>
        {'share' in navigator && (
          <button type="button" className="btn" onClick={() => void openSystemSheet(link, picture)}>
            <Share className="icon" aria-hidden />
            Share…
          </button>
        )}
      </div>
      <p className="field__hint">
        The link shows this card in Discord, Reddit and most chats. It says nothing about you.
      </p>
    </Dialog>
  )
}

function ShareLink({ link }: { link: string }) {
  return (
    <div className="share-dialog__link">
      <label className="visually-hidden" htmlFor="share-link">
        Link
      </label>
      <input
        className="input"
        id="share-link"
        readOnly
        value={link}
        onFocus={({ target }) => target.select()}
      />
      <button type="button" className="btn btn--brand" onClick={() => void copyText(link)}>
        <Copy className="icon" aria-hidden />
        Copy link
      </button>
    </div>
  )
}

/** Loads the card as a file in advance: browsers open their share sheet only right after a click. */
function useCardFile(source: string): File | undefined {
  const [loaded, setLoaded] = useState<{ source: string; file: File }>()
  useEffect(() => {
    if (!('share' in navigator)) return
    const leaving = new AbortController()
    fetch(source, { signal: leaving.signal })
      .then(async (reply) => {
        if (!reply.ok) return
        const file = new File([await reply.blob()], 'inspection-card.jpg', { type: 'image/jpeg' })
        setLoaded({ source, file })
      })
      .catch(() => undefined)
    return () => leaving.abort()
  }, [source])
  return loaded?.source === source ? loaded.file : undefined
}

/** Ignores the error of a share sheet that was closed without sharing. */
async function openSystemSheet(url: string, picture: File | undefined): Promise<void> {
  const files = picture ? [picture] : []
  const data = picture && navigator.canShare?.({ files }) ? { url, files } : { url }
  await navigator.share(data).catch(() => undefined)
}
