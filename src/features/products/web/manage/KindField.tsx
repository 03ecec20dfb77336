import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { findKind, kinds, noKind } from '#features/freight/kinds/kind.ts'
import { FieldFrame } from '#shared/web/ui/forms/Field.tsx'

type KindFieldProps = {
  id: string
  /** The typed name of the product. */
  name: string
  /** A kind's id or `none`; empty for the guess. */
  value: string
  error: string | undefined
  onChoose: (value: string) => void
}

/** The kind of goods of a product: the guess from the typed name, or one that the admin knows better. */
export function KindField({ id, name, value, error, onChoose }: KindFieldProps) {
  // The words of all languages are large, so they load with this field only.
  const { data: getItemKind } = useQuery({
    queryKey: ['getItemKind'],
    queryFn: async () => (await import('#features/freight/kinds/item-kind.ts')).getItemKind,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const guess = getItemKind && (findKind(getItemKind(name)?.id)?.name ?? 'no kind')
  return (
    <FieldFrame
      id={id}
      label="Kind of goods"
      error={error}
      hint="Decides the category and, without a weight, the typical weight."
    >
      <span className="selectwrap">
        <select
          className="input select"
          id={id}
          value={value}
          onChange={({ target }) => onChoose(target.value)}
          aria-describedby={`${id}-hint`}
        >
          <option value="">{guess === undefined ? 'Guessed' : `Guessed: ${guess}`}</option>
          <option value={noKind}>None of these</option>
          {kinds.map((kind) => (
            <option key={kind.id} value={kind.id}>
              {kind.name}
            </option>
          ))}
        </select>
        <ChevronDown className="icon icon--s" aria-hidden />
      </span>
    </FieldFrame>
  )
}
