import { type RefObject, useState } from 'react'
import { type ShopType, shopTypes } from '#shared/marketplaces.ts'
import { useFormText } from '#shared/web/form-values.ts'
import { Field } from '#shared/web/ui/forms/Field.tsx'
import type { ValidatedForm } from '#shared/web/validated-form.ts'
import { agentLinkLabels, agentTextFields, agentTextKeys } from '../../agent-fields.ts'
import { validateLinkTemplate } from '../../form-validation.ts'
import type { AgentField } from './agent-form.ts'

type AgentFieldsProps = { form: ValidatedForm<AgentField> }

/** The inputs of the texts beside the links. `nameRef` receives the input of the name. */
export function TextFields({
  form,
  nameRef,
}: AgentFieldsProps & { nameRef?: RefObject<HTMLInputElement | null> }) {
  return agentTextKeys.map((key) => {
    const { ref, ...field } = form.field(key)
    return (
      <Field
        key={key}
        label={agentTextFields[key].label}
        autoComplete="off"
        {...field}
        ref={(input) => {
          ref(input)
          if (nameRef && key === 'name') nameRef.current = input
        }}
      />
    )
  })
}

export function LinkFields({ form }: AgentFieldsProps) {
  return shopTypes.map((shopType) => <LinkField key={shopType} form={form} shopType={shopType} />)
}

/** Shows the error of a link when the field loses focus, because the tester below shows it while typing. */
function LinkField({ form, shopType }: AgentFieldsProps & { shopType: ShopType }) {
  const { error, ...field } = form.field(shopType)
  const [wasLeft, setLeft] = useState(false)
  const text = useFormText(form, shopType)
  const showsError = wasLeft && text.trim() !== ''
  return (
    <Field
      label={agentLinkLabels[shopType]}
      placeholder="Use {id} in place of the product code"
      inputMode="url"
      autoCapitalize="off"
      autoComplete="off"
      spellCheck={false}
      {...field}
      error={error ?? (showsError ? validateLinkTemplate(text, shopType) : undefined)}
      onBlur={() => setLeft(true)}
    />
  )
}
