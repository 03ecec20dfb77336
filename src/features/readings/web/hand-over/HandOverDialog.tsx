import './HandOverDialog.css'
import { ClipboardPaste, Puzzle } from 'lucide-react'
import { type ReactElement, type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { getErrorMessage } from '#shared/failure.ts'
import { type ItemParams, marketplaceLabels } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { saveReturnPath } from '#shared/web/navigation/return-path.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { getAccountPath } from '#shared/web/session/has-account.ts'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { readingLimits } from '../../page-reading.ts'
import { BookmarkLink } from '../bookmarklet/BookmarkLink.tsx'
import { keepReading } from './kept-reading.ts'
import { OwnPictures } from './OwnPictures.tsx'
import { ReadingPreview } from './ReadingPreview.tsx'
import { ReadingThanks } from './ReadingThanks.tsx'
import { noFacts, readPasted } from './read-pasted.ts'
import { listParts, type ReadingFacts, type ShownPart } from './reading-parts.ts'
import { TypeForm } from './TypeForm.tsx'

type HandOverDialogProps = {
  item: ItemParams
  open: boolean
  onClose: () => void
  /** Offers more to someone who has handed something over. */
  further: ReactElement
}
type Step =
  | { name: 'doors' }
  | { name: 'preview'; facts: ReadingFacts }
  | { name: 'thanks'; parts: ShownPart[] }
const titles = { doors: 'Add what you see there', preview: 'This will be stored', thanks: 'Thank you' }

/** The ways to hand over what one sees in the item's page, then what will be stored. */
export function HandOverDialog({ item, open, onClose, further }: HandOverDialogProps) {
  const [step, setStep] = useState<Step>({ name: 'doors' })
  const [files, setFiles] = useState<readonly File[]>([])
  function handleClose() {
    onClose()
    if (step.name === 'thanks') setStep({ name: 'doors' })
  }
  function handleLogin(facts: ReadingFacts) {
    keepReading(item, facts)
    saveReturnPath(paths.handover())
    location.assign(getAccountPath())
  }
  return (
    <Dialog
      open={open}
      onClose={handleClose}
      title={titles[step.name]}
      description={step.name === 'preview' && <span>Untick what you don't want to share.</span>}
      footer={
        step.name === 'doors'
          ? 'You see everything before it is stored. Nothing is sent by opening this.'
          : undefined
      }
      acts={step.name === 'thanks' && <ThanksActs further={further} onClose={handleClose} />}
      className="dialog--wide"
    >
      {step.name === 'thanks' ? (
        <ReadingThanks parts={step.parts} files={files} />
      ) : step.name === 'preview' ? (
        <ReadingPreview
          item={item}
          facts={step.facts}
          files={files}
          before={
            <button type="button" className="btn" onClick={() => setStep({ name: 'doors' })}>
              Back
            </button>
          }
          onLogin={() => handleLogin(step.facts)}
          onSent={(parts) => setStep({ name: 'thanks', parts })}
        />
      ) : (
        <Doors
          item={item}
          files={files}
          onFiles={setFiles}
          onRead={(facts) => setStep({ name: 'preview', facts })}
        />
      )}
    </Dialog>
  )
}

function ThanksActs({ further, onClose }: { further: ReactElement; onClose: () => void }) {
  return (
    <>
      {further}
      <button type="button" className="btn btn--brand" onClick={onClose}>
        See the item
      </button>
    </>
  )
}

type DoorProps = { item: ItemParams; onRead: (facts: ReadingFacts) => void }
type DoorsProps = DoorProps & { files: readonly File[]; onFiles: (files: readonly File[]) => void }

function Doors({ item, onRead, files, onFiles }: DoorsProps) {
  const app = marketplaceLabels[item.shopType]
  return (
    <ol className="doors">
      <Door title={`Share it from the ${app} app again`} className="doors__phone">
        <p>Open the item, tap Share, then Copy link. The text names the title, often the price.</p>
        <PasteButton item={item} onRead={onRead} />
      </Door>
      <Door title="With the extension: one press" className="doors__desktop">
        <p>{`Open the item on ${app} and press the extension's button. It reads title, price, variants and pictures.`}</p>
        <a className="btn btn--brand" href={paths.extension()}>
          <Puzzle className="icon" aria-hidden />
          <span>Get the extension</span>
        </a>
      </Door>
      <Door title="With a bookmark: drag it once" className="doors__desktop">
        <p>Drag this to your bookmarks bar, then press it on the item's page.</p>
        <BookmarkLink />
      </Door>
      <Door title="Paste text, picture addresses or a screenshot">
        <p>{`Up to ${readingLimits.uploads} pictures. We read the text and show you what we found.`}</p>
        <PasteForm item={item} files={files} onFiles={onFiles} onRead={onRead} />
      </Door>
      <Door title="Type it">
        <TypeForm onRead={onRead} />
      </Door>
    </ol>
  )
}

function Door({
  title,
  className = '',
  children,
}: {
  title: string
  className?: string
  children: ReactNode
}) {
  return (
    <li className={`doors__door ${className}`}>
      <h3>{title}</h3>
      {children}
    </li>
  )
}

/** Reads a text; `problem` says why nothing of it can be handed over. */
function useReadText({ item, onRead }: DoorProps) {
  const send = useApiClient()
  const [problem, setProblem] = useState<string>()
  async function read(getText: () => string | Promise<string>): Promise<void> {
    try {
      const { facts, otherItem } = await readPasted(send, item, await getText())
      if (otherItem) setProblem('This text is about another item.')
      else if (listParts(facts).length === 0) setProblem('We found no title, price or picture in it.')
      else onRead(facts)
    } catch (error) {
      setProblem(getErrorMessage(error, "We couldn't read the text. Paste it below."))
    }
  }
  return { problem, clearProblem: () => setProblem(undefined), read }
}

function PasteButton(props: DoorProps) {
  const { problem, read } = useReadText(props)
  return (
    <>
      <button
        type="button"
        className="btn btn--brand"
        onClick={() => void read(() => navigator.clipboard.readText())}
      >
        <ClipboardPaste className="icon" aria-hidden />
        <span>Paste what you copied</span>
      </button>
      <Problem text={problem} />
    </>
  )
}

function Problem({ text }: { text: string | undefined }) {
  return (
    text !== undefined && (
      <p className="err" role="alert">
        {text}
      </p>
    )
  )
}

function PasteForm({ files, onFiles, ...props }: DoorsProps) {
  const id = useId()
  const { problem, clearProblem, read } = useReadText(props)
  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text') ?? '')
    if (text.trim() === '' && files.length > 0) props.onRead(noFacts)
    else void read(() => text)
  }
  return (
    <form className="doors__paste" noValidate onSubmit={handleSubmit}>
      <label className="visually-hidden" htmlFor={id}>
        Text or picture addresses
      </label>
      <textarea
        id={id}
        name="text"
        className="input"
        rows={2}
        maxLength={8_000}
        placeholder="https://img.alicdn.com/…"
        onChange={clearProblem}
      />
      <OwnPictures item={props.item} files={files} onFiles={onFiles} />
      <button type="submit" className="btn doors__next">
        {files.length > 0 ? 'Next' : 'Read it'}
      </button>
      <Problem text={problem} />
    </form>
  )
}
