import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { guessWeight } from '#features/freight/item/typical-weights.ts'
import { categoriesQuery } from '#features/freight/web/queries.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import { parseTypedMeasure } from '#shared/format/typed-measure.ts'
import { type HaulItem, haulLimits } from '../../haul.ts'
import type { NewItem } from '../../item-list.ts'
import { formatSidesMm } from '../plan/format-haul.ts'
import { parseSidesMm } from './haul-item.ts'
import './HaulItemFields.css'

type HaulItemFieldProps = { item: HaulItem; onChange: (part: Partial<NewItem>) => void }

export function WeightField({ item, onChange }: HaulItemFieldProps) {
  const { id, name, grams, category, typicalGrams } = item
  const savedText = grams === null ? '' : String(grams)
  const [text, isWrong, type] = useTypedText(savedText, (typed) => String(parseGrams(typed) ?? ''))
  const guess = typicalGrams ?? (category === null ? undefined : guessWeight([category]))
  function handleType(typed: string) {
    type(typed)
    onChange({ grams: parseGrams(typed) ?? null })
  }
  return (
    <div className="compact-input compact-input--weight">
      <label htmlFor={`weight-${id}`}>
        Weight(g)<span className="visually-hidden">{` of ${name}`}</span>
      </label>
      <input
        className="input tabular-nums"
        id={`weight-${id}`}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={({ target }) => handleType(target.value)}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `weight-${id}-error` : undefined}
      />
      {isWrong && (
        <span className="compact-input__wrong" id={`weight-${id}-error`}>
          {`A whole number from 1 to ${formatNumber(haulLimits.maxGrams)}.`}
        </span>
      )}
      {grams === null && !isWrong && guess !== undefined && (
        <button
          type="button"
          className="textbtn compact-input__guess"
          onClick={() => handleType(String(guess))}
        >
          {`${formatNumber(guess)} g (our guess)`}
        </button>
      )}
    </div>
  )
}

export function SizeField({ item, onChange }: HaulItemFieldProps) {
  const { id, name, sidesMm } = item
  const savedText = sidesMm ? formatSidesMm(sidesMm) : ''
  const [text, isWrong, type] = useTypedText(savedText, (typed) => formatSidesMm(parseSidesMm(typed) ?? []))
  function handleType(typed: string) {
    type(typed)
    onChange({ sidesMm: parseSidesMm(typed) })
  }
  return (
    <div className="compact-input compact-input--size">
      <label htmlFor={`size-${id}`}>
        Size, cm<span className="visually-hidden">{` of ${name}`}</span>
      </label>
      <input
        className="input tabular-nums"
        id={`size-${id}`}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="L x W x H"
        value={text}
        onChange={({ target }) => handleType(target.value)}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `size-${id}-error` : undefined}
      />
      {isWrong && (
        <span className="compact-input__wrong" id={`size-${id}-error`}>
          Enter three sides, like 34 x 22 x 12.
        </span>
      )}
    </div>
  )
}

export function CategorySelect({ item, onChange }: HaulItemFieldProps) {
  const { id, name, category } = item
  const { data: groups = [] } = useQuery(categoriesQuery())
  const isKnown = groups.some(({ children }) => children.some((child) => child.id === category))
  return (
    <div className="compact-input compact-input--category">
      <label htmlFor={`category-${id}`}>
        Category<span className="visually-hidden">{` of ${name}`}</span>
      </label>
      <span className="selectwrap">
        <select
          className="input select"
          id={`category-${id}`}
          value={isKnown ? (category ?? '') : ''}
          onChange={({ target }) =>
            onChange({ category: target.value === '' ? null : target.value, typicalGrams: null })
          }
        >
          <option value="">Not sure</option>
          {groups.map((group) => (
            <optgroup key={group.id} label={group.name}>
              {group.children.map((child) => (
                <option key={child.id} value={child.id}>
                  {child.name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <ChevronDown className="icon icon--s" aria-hidden />
      </span>
    </div>
  )
}

/** Shows the typed text while it normalizes to the saved text; `normalize` returns '' for an invalid text. */
function useTypedText(savedText: string, normalize: (text: string) => string) {
  const [typed, setTyped] = useState<string>()
  const text = typed !== undefined && normalize(typed) === savedText ? typed : savedText
  const isWrong = text.trim() !== '' && normalize(text) === ''
  return [text, isWrong, setTyped] as const
}

function parseGrams(text: string): number | undefined {
  const typed = parseTypedMeasure(text, 'g')[0] // weights are whole grams, so a separator can only separate thousands
  const value = /^\d{1,7}$/.test(typed) ? Number(typed) : undefined
  return value !== undefined && value >= 1 && value <= haulLimits.maxGrams ? value : undefined
}
