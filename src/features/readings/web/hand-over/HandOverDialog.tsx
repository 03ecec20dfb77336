import './HandOverDialog.css'
import { ClipboardPaste, Pencil, Puzzle } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { parseWeight } from '#features/shipping/estimate-request.ts'
import { getErrorMessage } from '#shared/failure.ts'
import { normalizeTypedNumber } from '#shared/format/typed-number.ts'
import { type ItemParams, marketplaceLabels } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { saveReturnPath } from '#shared/web/navigation/return-path.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { getAccountPath } from '#shared/web/session/has-account.ts'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { Field } from '#shared/web/ui/forms/Field.tsx'
import { readingLimits } from '../../page-reading.ts'
import { BookmarkLink } from '../bookmarklet/BookmarkLink.tsx'
import { ReadingPreview } from './ReadingPreview.tsx'
import { noFacts, readPasted } from './read-pasted.ts'
import { listParts, type ReadingFacts } from './reading-parts.ts'

type HandOverDialogProps = { item: ItemParams; open: boolean; onClose: () => void }

/** The ways to hand over what one sees in the item's page, then what will be stored. */
export function HandOverDialog({ item, open, onClose }: HandOverDialogProps) {
  const [facts, setFacts] = useState<ReadingFacts>()
  function handleLogin() {
    saveReturnPath(paths.product(item.shopType, item.productCode))
    location.assign(getAccountPath())
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={facts ? 'This will be stored' : 'Add what you see there'}
      description={facts && <span>Untick what you don't want to share.</span>}
      footer={facts ? undefined : 'You see everything before it is stored. Nothing is sent by opening this.'}
      className="dialog--wide"
    >
      {facts ? (
        <ReadingPreview
          item={item}
          facts={facts}
          before={
            <button type="button" className="btn" onClick={() => setFacts(undefined)}>
              Back
            </button>
          }
          onLogin={handleLogin}
          onSent={onClose}
        />
      ) : (
        <Doors item={item} onRead={setFacts} />
      )}
    </Dialog>
  )
}

type DoorsProps = { item: ItemParams; onRead: (facts: ReadingFacts) => void }

function Doors({ item, onRead }: DoorsProps) {
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
      <Door title="Paste text or picture addresses">
        <p>We read the text and show you what we found.</p>
        <PasteForm item={item} onRead={onRead} />
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
function useReadText({ item, onRead }: DoorsProps) {
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

function PasteButton(props: DoorsProps) {
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

function PasteForm(props: DoorsProps) {
  const id = useId()
  const { problem, clearProblem, read } = useReadText(props)
  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text') ?? '')
    void read(() => text)
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
      <button type="submit" className="btn">
        Read it
      </button>
      <Problem text={problem} />
    </form>
  )
}

type TypedErrors = { title?: string; price?: string; weight?: string }

function TypeForm({ onRead }: Pick<DoorsProps, 'onRead'>) {
  const id = useId()
  const [errors, setErrors] = useState<TypedErrors>({})
  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const read = readTyped({ title: text('title'), price: text('price'), weight: text('weight') })
    setErrors('errors' in read ? read.errors : {})
    if ('facts' in read) onRead(read.facts)
  }
  return (
    <details className="doors__type">
      <summary className="btn">
        <Pencil className="icon icon--s" aria-hidden />
        <span>Type title, price, weight</span>
      </summary>
      <form noValidate onSubmit={handleSubmit}>
        <Field
          id={`${id}-title`}
          name="title"
          label="Title"
          maxLength={readingLimits.title}
          error={errors.title}
        />
        <Field id={`${id}-price`} name="price" label="Price in ¥" inputMode="decimal" error={errors.price} />
        <Field
          id={`${id}-weight`}
          name="weight"
          label="Weight in g"
          inputMode="decimal"
          error={errors.weight}
        />
        <button type="submit" className="btn">
          Next
        </button>
      </form>
    </details>
  )
}

/** Reads the three fields; any of them may be empty, but not all. */
export function readTyped(typed: {
  title: string
  price: string
  weight: string
}): { facts: ReadingFacts } | { errors: TypedErrors } {
  const errors: TypedErrors = {}
  const price = typed.price === '' ? null : Number(normalizeTypedNumber(typed.price.replace(/^[¥￥]/, '')))
  if (price !== null && !(price > 0 && price <= readingLimits.price))
    errors.price = 'Type a price such as 168.'
  const weight = typed.weight === '' ? undefined : parseWeight(typed.weight)
  if (weight && 'message' in weight) errors.weight = weight.message
  if (typed.title + typed.price + typed.weight === '') errors.title = 'Type a title, a price or a weight.'
  if (Object.keys(errors).length > 0) return { errors }
  return {
    facts: {
      ...noFacts,
      title: typed.title || null,
      price,
      currency: price === null ? null : 'CNY',
      weightGrams: weight && 'value' in weight ? (weight.value ?? null) : null,
    },
  }
}
