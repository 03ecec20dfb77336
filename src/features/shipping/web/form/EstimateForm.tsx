import './EstimateForm.css'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type Ref, useImperativeHandle } from 'react'
import type { ShippingOption } from '#features/freight/option.ts'
import type { Country } from '#features/freight/public-lists.ts'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import type { FieldError } from '#shared/failure.ts'
import { paths } from '#shared/paths.ts'
import { useFormValues } from '#shared/web/form-values.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { FailureNotice } from '#shared/web/ui/forms/FailureNotice.tsx'
import { SubmitButton } from '#shared/web/ui/forms/SubmitButton.tsx'
import { type EstimateRequestTexts, parseFeatureIds, sentField } from '../../estimate-search.ts'
import { shippingText } from '../../texts.ts'
import type { EditedPart } from '../results/EstimateSummary.tsx'
import { CategoryField } from './CategoryField.tsx'
import { CountryField } from './CountryField.tsx'
import { useEstimateForm } from './estimate-form.ts'
import { NumberField, QuickWeights, SizeFields } from './ParcelFields.tsx'
import { PlainCategories, PlainCountries } from './PlainChoices.tsx'

/** The methods of the form for the page. */
export type EstimateFormHandle = {
  /** Fills the form with a request and focuses the part to change. */
  fill: (request: EstimateRequestTexts, part?: EditedPart) => void
}

type EstimateFormProps = {
  /** The prefix of the fields' ids. */
  id?: string
  /** The id of the heading that names the form. */
  labelledBy: string
  /** The request that the form is filled with. */
  initial?: EstimateRequestTexts
  /** A note about the origin of the initial weight. */
  hint?: string
  /** The errors of a form that was submitted without JavaScript. */
  fieldErrors?: readonly FieldError[]
  ref?: Ref<EstimateFormHandle>
  onEstimated: (request: EstimateRequestTexts, options: ShippingOption[]) => void
  onBusy?: (isBusy: boolean) => void
}

const loadSiteDestination = async () => (await import('./SiteDestination.tsx')).SiteDestination
const emptyRequest: EstimateRequestTexts = {}
const noFieldErrors: readonly FieldError[] = []
const ignoreBusy = () => undefined
/** The field that gets the focus, by part. */
const firstFields = { all: 'destination', category: 'features', size: 'length' } as const
const sides = ['length', 'width', 'height'] as const

/**
 * §2 Shipping Calculator: the form. Without JavaScript it loads the calculator's page with the request in the URL.
 */
export function EstimateForm(props: EstimateFormProps) {
  const {
    id = 'estimate',
    labelledBy,
    initial = emptyRequest,
    hint,
    fieldErrors = noFieldErrors,
    ref,
    onEstimated,
    onBusy,
  } = props
  const country = useCountryName(initial.destination)
  const options = {
    id,
    initial,
    initialCountry: country,
    fieldErrors,
    onEstimated,
    onBusy: onBusy ?? ignoreBusy,
  }
  const {
    form,
    send: handleSubmit,
    getError,
    removeFieldError,
    fill,
    chooseDestination,
  } = useEstimateForm(options)
  const [destination, features] = useFormValues(form, ['destination', 'features'])
  const chosen = parseFeatureIds({ features })
  const Site = useLazyComponent(loadSiteDestination, true)
  useImperativeHandle(ref, () => ({
    fill: (request, part = 'all') => void fill(request, firstFields[part]),
  }))

  function numberField(name: 'weight' | (typeof sides)[number]) {
    const { error: _error, ...field } = form.field(name)
    return {
      ...field,
      label: shippingText[name],
      error: getError(name),
      defaultValue: initial[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        removeFieldError(name)
        return field.onChange(event)
      },
    }
  }
  function setField(name: 'destination' | 'features' | 'weight', text: string) {
    removeFieldError(name)
    form.put(name, text)
  }
  function chooseCountry(chosen: Country) {
    chooseDestination(chosen)
    setField('destination', chosen.name)
  }
  return (
    <form
      className="estimate-form"
      action={paths.estimation()}
      method="get"
      aria-labelledby={labelledBy}
      noValidate
      onSubmit={handleSubmit}
    >
      <input type="hidden" {...sentField} />
      <CountryField
        id={form.field('destination').id}
        text={destination}
        onType={(text) => setField('destination', text)}
        onChoose={chooseCountry}
        aside={Site && <Site id={form.field('destination').id} text={destination} onChoose={chooseCountry} />}
        error={getError('destination')}
        plain={<PlainCountries id={`${form.field('destination').id}-names`} />}
      />
      <CategoryField
        id={form.field('features').id}
        chosen={chosen}
        onChange={(ids) => setField('features', ids.join(','))}
        error={getError('features')}
        plain={<PlainCategories features={initial.features} />}
      />
      <div className="field">
        <NumberField {...numberField('weight')} unit="g" hint={hint} />
        <QuickWeights categories={chosen} onChoose={(grams) => setField('weight', String(grams))} />
      </div>
      <SizeFields>
        {sides.map((side) => (
          <NumberField key={side} {...numberField(side)} unit="cm" />
        ))}
      </SizeFields>
      <FailureNotice failure={form.state.failure} />
      <SubmitButton form={form.state} label={shippingText.calculate} busyLabel={shippingText.calculate} />
    </form>
  )
}

/** The cached name of a country by its code. */
function useCountryName(destination: string | undefined): string | undefined {
  const { data } = useQuery({ ...countryNameQuery(destination ?? ''), enabled: false })
  return data ?? undefined
}
