import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ReadLink } from '#features/product-links/contract.ts'
import { saveHints } from '#features/product-links/web/use-stored-hints.ts'
import { hasVisibleText } from '#shared/format/plain-text.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { haulFullMessage } from '../../haul.ts'
import type { NewItem } from '../../item-list.ts'
import { createTypedItem, lookUpItem } from './haul-item.ts'
import type { HaulList } from './haul-list.ts'
import { addFieldId } from './list-focus.ts'

type AddItemProps = {
  list: HaulList
  onAdded: (added: { id: number; isComplete: boolean }) => void
}

const resolvingMessage = 'Opening the short link…'

/** A field to add an item: a link adds the item with its data; any other text is the name of an item. */
export function AddItem({ list, onAdded }: AddItemProps) {
  const queryClient = useQueryClient()
  const send = useApiClient()
  const form = useRef<HTMLFormElement>(null)
  const latest = useRef({ list, onAdded })
  useEffect(() => {
    latest.current = { list, onAdded }
  })
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [statusText, setStatusText] = useState('')

  async function parseTypedLink(text: string): Promise<ReadLink> {
    const { resolveLink: readLink } = await import('#features/product-links/resolve-link.ts')
    return readLink(send, text, () => setStatusText(resolvingMessage)).finally(() => setStatusText(''))
  }

  async function resolveItem(text: string): Promise<NewItem | string> {
    const link = await parseTypedLink(text)
    if (link.ok) {
      saveHints([link], 'pasted')
      return lookUpItem(queryClient, send, { shopType: link.shopType, productCode: link.id })
    }
    if (link.code !== 'NOT_A_LINK' || link.why) return link.reason
    return createTypedItem(text)
  }

  async function add(text: string): Promise<void> {
    const item = await resolveItem(text)
    if (typeof item === 'string') return setProblem(item)
    // The list may have changed during the lookup.
    const added = latest.current.list.add(item)
    if (!added) return setProblem(haulFullMessage)
    form.current?.reset()
    setStatusText(added.isNew ? `Added: ${item.name}` : `One more: ${item.name}`)
    latest.current.onAdded({ id: added.id, isComplete: item.grams !== null || !added.isNew })
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('url') ?? '').trim()
    if (isBusy) return
    if (!hasVisibleText(text)) {
      setProblem('Paste a link or type a name.')
      document.getElementById(addFieldId)?.focus()
      return
    }
    setBusy(true)
    setProblem(undefined)
    add(text)
      .catch(() => setProblem("We couldn't read this link. Check your connection and try again."))
      .finally(() => setBusy(false))
  }

  return (
    <form ref={form} className="haul-item-add" onSubmit={handleSubmit} noValidate>
      <label className="visually-hidden" htmlFor={addFieldId}>
        Link or name of an item
      </label>
      <input
        className="input"
        id={addFieldId}
        name="url"
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        placeholder='Paste a link, or type "scarf"'
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${addFieldId}-hint`}
        onInput={() => setProblem(undefined)}
      />
      <button type="submit" className="btn haul-item-add__go" aria-busy={isBusy || undefined}>
        {isBusy ? <Spinner /> : <Plus className="icon icon--s" aria-hidden />}
        <span>Add</span>
      </button>
      <p
        className={problem ? 'haul-item-add__hint haul-item-add__hint--wrong' : 'haul-item-add__hint'}
        id={`${addFieldId}-hint`}
      >
        {problem ?? (statusText === resolvingMessage ? resolvingMessage : '')}
      </p>
      <p className="visually-hidden" aria-live="polite">
        {statusText}
      </p>
    </form>
  )
}
