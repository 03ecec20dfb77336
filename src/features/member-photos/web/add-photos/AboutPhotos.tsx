import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { agentsQuery } from '#features/agents/web/queries.ts'
import { utcDay } from '#shared/format-date.ts'
import { useApiClient } from '#shared/web/api-client.tsx'
import { useNow } from '#shared/web/now.ts'
import { submissionLimits } from '../../spec.ts'
import { another, type PhotographedItem } from './use-add-photos.ts'
import { variantNames } from './variant-names.ts'

type AboutPhotosProps = Pick<PhotographedItem, 'info'> & { isReadOnly: boolean }

/** What is known of the photos: where they were bought, of which variant they are, and from when. */
export function AboutPhotos({ info, isReadOnly }: AboutPhotosProps) {
  const agents = useQuery(agentsQuery(useApiClient())).data?.data ?? []
  const today = utcDay(useNow())
  const variants = variantNames(info)
  return (
    <div className="about-photos">
      <Choice
        name="agent"
        label="Agent"
        options={agents.map(({ name }) => name)}
        most={submissionLimits.agent}
        isReadOnly={isReadOnly}
      />
      {variants.length > 0 ? (
        <Choice
          name="variant"
          label="Variant"
          options={variants}
          most={submissionLimits.variant}
          isReadOnly={isReadOnly}
        />
      ) : (
        <Field id="photos-variant" label="Variant">
          <input
            className="input"
            id="photos-variant"
            name="variant"
            maxLength={submissionLimits.variant}
            placeholder="Colour, size"
            autoComplete="off"
            readOnly={isReadOnly}
          />
        </Field>
      )}
      <Field id="photos-day" label="Date of the photos">
        <input
          className="input"
          id="photos-day"
          name="takenAt"
          type="date"
          min="2000-01-01"
          max={today}
          readOnly={isReadOnly}
        />
      </Field>
    </div>
  )
}

type ChoiceProps = {
  name: string
  label: string
  options: readonly string[]
  most: number
  isReadOnly: boolean
}

/** One of the known names, or another one. */
function Choice({ name, label, options, most, isReadOnly }: ChoiceProps) {
  const [value, setValue] = useState('')
  const id = `photos-${name}`
  return (
    <Field id={id} label={label}>
      <span className="selectwrap">
        <select
          className="input select"
          id={id}
          name={name}
          value={value}
          disabled={isReadOnly}
          onChange={({ target }) => setValue(target.value)}
        >
          <option value="">Not stated</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
          <option value={another}>Another</option>
        </select>
        <ChevronDown className="icon icon--s" aria-hidden />
      </span>
      {value === another && (
        <input
          className="input"
          name={`${name}-other`}
          aria-label={`Another ${label.toLowerCase()}`}
          maxLength={most}
          autoComplete="off"
          readOnly={isReadOnly}
        />
      )}
    </Field>
  )
}

function Field({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children}
    </div>
  )
}
