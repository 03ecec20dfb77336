import type { RefObject } from 'react'
import type { ShippingLine } from '#features/freight/rate-card.ts'
import { Field } from '#shared/web/ui/forms/Field.tsx'
import { activePath } from './line-edits.ts'
import { getLineFieldGroups, type LineField } from './line-fields.ts'
import type { LineForm } from './line-form.ts'

type LineFieldsProps = { form: LineForm; line: ShippingLine; firstRef: RefObject<HTMLInputElement | null> }

/** What applies to every country of the line. */
export function LineFields({ form, line, firstRef }: LineFieldsProps) {
  const { general, weight, size } = getLineFieldGroups(line)
  const words = size.filter(({ kind }) => kind === 'text')
  const measures = size.filter(({ kind }) => kind !== 'text')
  const id = `${form.state.id}-${activePath}`
  return (
    <>
      <fieldset className="edit-line__group">
        <legend>All countries</legend>
        <label className="check" htmlFor={id}>
          <input
            ref={firstRef}
            id={id}
            type="checkbox"
            className="check__box"
            checked={form.getText(activePath) === 'true'}
            onChange={({ target }) => form.put(activePath, `${target.checked}`)}
          />
          <span>Offer this line to shoppers</span>
        </label>
        <div className="edit-line__row">
          <FigureFields form={form} fields={[...general, ...weight]} />
        </div>
      </fieldset>
      <fieldset className="edit-line__group">
        <legend>Size limits</legend>
        <div className="edit-line__row">
          <FigureFields form={form} fields={measures} />
        </div>
        <FigureFields form={form} fields={words} />
      </fieldset>
    </>
  )
}

type FigureFieldsProps = { form: LineForm; fields: readonly LineField[] }

/** Inputs for figures; the inherited value is the placeholder of an empty one. */
export function FigureFields({ form, fields }: FigureFieldsProps) {
  return fields.map((field) => (
    <Field
      key={field.path}
      id={`${form.state.id}-${field.path}`}
      label={field.label}
      error={form.getError(field)}
      value={form.getText(field.path)}
      readOnly={form.state.isBusy}
      onChange={({ target }) => form.put(field.path, target.value)}
      inputMode={inputModes[field.kind]}
      autoComplete="off"
      spellCheck={false}
      {...(field.otherwise && { placeholder: field.otherwise })}
    />
  ))
}

const inputModes = {
  whole: 'numeric',
  amount: 'decimal',
  percent: 'decimal',
  size: 'decimal',
  box: 'text',
  text: 'text',
} as const
