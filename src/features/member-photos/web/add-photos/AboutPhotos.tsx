import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { agentsQuery } from '#features/agents/web/queries.ts'
import { formatUtcDay } from '#shared/format/format-date.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { submissionLimits } from '../../texts-and-limits.ts'
import { otherChoice, type PhotographedItem } from './use-add-photos.ts'
import { listVariantNames } from './variant-names.ts'

type AboutPhotosProps = Pick<PhotographedItem, 'info'> & { isReadOnly: boolean }

/** The fields for the details of the photos: agent, variant and date. */
export function AboutPhotos({ info, isReadOnly }: AboutPhotosProps) {
  const agents = useQuery(agentsQuery(useApiClient())).data?.data ?? []
  const today = formatUtcDay(useNow())
  const variants = listVariantNames(info)
  return (
    <div className="about-photos">
      <ChoiceField
        name="agent"
        label="Agent"
        options={agents.map(({ name }) => name)}
        maxLength={submissionLimits.agent}
        isReadOnly={isReadOnly}
      />
      {variants.length > 0 ? (
        <ChoiceField
          name="variant"
          label="Variant"
          options={variants}
          maxLength={submissionLimits.variant}
          isReadOnly={isReadOnly}
        />
      ) : (
        <LabeledField id="photos-variant" label="Variant">
          <input
            className="input"
            id="photos-variant"
            name="variant"
            maxLength={submissionLimits.variant}
            placeholder="Color, size"
            autoComplete="off"
            readOnly={isReadOnly}
          />
        </LabeledField>
      )}
      <LabeledField id="photos-day" label="Date of the photos">
        <input
          className="input"
          id="photos-day"
          name="takenAt"
          type="date"
          min="2000-01-01"
          max={today}
          readOnly={isReadOnly}
        />
      </LabeledField>
    </div>
  )
}

type ChoiceFieldProps = {
  name: string
  label: string
  options: readonly string[]
  maxLength: number
  isReadOnly: boolean
}

/** A choice of names, with a text field for another name. */
function ChoiceField({ name, label, options, maxLength, isReadOnly }: ChoiceFieldProps) {
  const [value, setValue] = useState('')
  const id = `photos-${name}`
  return (
    <LabeledField id={id} label={label}>
      <span className="selectwrap">
        <select
          className="input select"
          id={id}
          name={name}
          value={value}
          disabled={isReadOnly}
          onChange={({ target }) => setValue(target.value)}
        >
          <option value="">Not sure</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
          <option value={otherChoice}>Another</option>
        </select>
        <ChevronDown className="icon icon--s" aria-hidden />
      </span>
      {value === otherChoice && (
        <input
          className="input"
          name={`${name}-other`}
          aria-label={`Another ${label.toLowerCase()}`}
          maxLength={maxLength}
          autoComplete="off"
          readOnly={isReadOnly}
        />
      )}
    </LabeledField>
  )
}

function LabeledField({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children}
    </div>
  )
}
