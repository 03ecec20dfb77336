import { type Ref, useState } from 'react'
import { marketplaceLabels, type ShopType, shopTypes } from '#shared/marketplaces.ts'
import { useFormText } from '#shared/web/form-values.ts'
import { Field } from '#shared/web/ui/forms/Field.tsx'
import type { ValidatedForm } from '#shared/web/validated-form.ts'
import { validateLinkTemplate } from '../../form-validation.ts'
import type { AgentField } from './agent-form.ts'

type AgentFieldsProps = { form: ValidatedForm<AgentField> }

export function NameField({ form, inputRef }: AgentFieldsProps & { inputRef?: Ref<HTMLInputElement> }) {
  const { ref, ...field } = form.field('name')
  return (
    <Field
      label="Name"
      autoComplete="off"
      {...field}
      ref={(input) => {
        ref(input)
        if (typeof inputRef === 'object' && inputRef) inputRef.current = input
      }}
    />
  )
}

export function OfferField({ form }: AgentFieldsProps) {
  return <Field label="Offer" autoComplete="off" {...form.field('offer')} />
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
      label={`${marketplaceLabels[shopType]} Link`}
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
