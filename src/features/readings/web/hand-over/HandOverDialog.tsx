import './HandOverDialog.css'
import { ClipboardPaste, Puzzle } from 'lucide-react'
import { type ReactElement, type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { getErrorMessage } from '#shared/failure.ts'
import { formatItemNumber, type ItemParams, marketplaceLabels } from '#shared/marketplaces.ts'
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
import { readTyped, type TypedErrors, TypedFields } from './TypedFields.tsx'

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
  const [formKey, setFormKey] = useState(0)
  const formId = useId()
  function handleClose() {
    onClose()
    if (step.name !== 'thanks') return
    setStep({ name: 'doors' })
    setFiles([])
    setFormKey((count) => count + 1)
  }
  function handleLogin(facts: ReadingFacts) {
    keepReading(item, facts)
    const name = facts.title ?? formatItemNumber(item)
    saveReturnPath(paths.handover(), undefined, { act: 'hand-over', name, picture: undefined })
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
      acts={
        step.name === 'thanks' ? (
          <ThanksActs further={further} onClose={handleClose} />
        ) : (
          step.name === 'doors' && (
            <button type="submit" form={formId} className="btn btn--brand">
              Next
            </button>
          )
        )
      }
      className="dialog--wide"
    >
      {/* Hidden, not left out: what was typed stays. */}
      <div hidden={step.name !== 'doors'}>
        <Doors
          key={formKey}
          formId={formId}
          item={item}
          files={files}
          onFiles={setFiles}
          onRead={(facts) => setStep({ name: 'preview', facts })}
        />
      </div>
      {step.name === 'preview' && (
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
      )}
      {step.name === 'thanks' && <ReadingThanks parts={step.parts} files={files} />}
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
type DoorsProps = DoorProps & {
  formId: string
  files: readonly File[]
  onFiles: (files: readonly File[]) => void
}

/** One form: what was pasted, chosen and typed goes on together. */
function Doors({ formId, item, onRead, files, onFiles }: DoorsProps) {
  const app = marketplaceLabels[item.shopType]
  const { problem, clearProblem, read } = useReadText({ item, onRead })
  const [errors, setErrors] = useState<TypedErrors>({})
  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = readTyped(form)
    setErrors('errors' in typed ? typed.errors : {})
    if ('facts' in typed) void read(() => String(form.get('text') ?? ''), typed.facts, files.length > 0)
  }
  return (
    <form id={formId} noValidate onSubmit={handleSubmit} onChange={clearProblem}>
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
          <div className="doors__paste">
            <PastedText />
            <OwnPictures item={item} files={files} onFiles={onFiles} />
          </div>
        </Door>
        <Door title="Type it">
          <TypedFields errors={errors} />
        </Door>
      </ol>
      <Problem text={problem} />
    </form>
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

/** Reads a text, and adds what was typed; `problem` says why there is nothing to hand over. */
function useReadText({ item, onRead }: DoorProps) {
  const send = useApiClient()
  const [problem, setProblem] = useState<string>()
  async function read(
    getText: () => string | Promise<string>,
    typed: ReadingFacts = noFacts,
    hasFiles = false,
  ): Promise<void> {
    try {
      const { facts, otherItem } = await readPasted(send, item, await getText())
      const all = addTyped(facts, typed)
      if (otherItem) setProblem('This text is about another item.')
      else if (!hasFiles && listParts(all).length === 0)
        setProblem('There is no title, price or picture yet.')
      else onRead(all)
    } catch (error) {
      setProblem(getErrorMessage(error, "We couldn't read the text. Paste it below."))
    }
  }
  return { problem, clearProblem: () => setProblem(undefined), read }
}

/** What was typed goes before what a text says. */
function addTyped(facts: ReadingFacts, typed: ReadingFacts): ReadingFacts {
  return {
    ...facts,
    title: typed.title ?? facts.title,
    ...(typed.price !== null && { price: typed.price, priceTo: null, currency: typed.currency }),
    weightGrams: typed.weightGrams,
  }
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

function PastedText() {
  const id = useId()
  return (
    <>
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
      />
    </>
  )
}
