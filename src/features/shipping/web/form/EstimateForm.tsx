import './EstimateForm.css'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type Ref, useImperativeHandle } from 'react'
import type { Country } from '#features/freight/country.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import type { FieldProblem } from '#shared/failure.ts'
import { paths } from '#shared/paths.ts'
import { useFormValues } from '#shared/web/form-values.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { FailureNotice } from '#shared/web/ui/forms/FailureNotice.tsx'
import { SubmitButton } from '#shared/web/ui/forms/SubmitButton.tsx'
import { type EstimateSearch, parseFeatureIds } from '../../estimate-search.ts'
import { shippingText } from '../../spec.ts'
import type { EditedPart } from '../results/EstimateSummary.tsx'
import { CategoryField } from './CategoryField.tsx'
import { CountryField } from './CountryField.tsx'
import { useEstimateForm } from './estimate-form.ts'
import { NumberField, QuickWeights, SizeFields } from './ParcelFields.tsx'
import { PlainCategories, PlainCountries } from './PlainChoices.tsx'

/** What a page can do with its form from outside. */
export type EstimateFormHandle = {
  /** Puts a request into the form, and the focus on what is to be changed. */
  fill: (search: EstimateSearch, part?: EditedPart) => void
}

type EstimateFormProps = {
  /** Ids of the fields begin with it. */
  id?: string
  /** The id of the heading that names the form. */
  labelledBy: string
  /** What it begins with. */
  initial?: EstimateSearch
  /** Where its initial figures come from. */
  hint?: string
  /** What was wrong when it was sent without script. */
  faults?: FieldProblem[]
  ref?: Ref<EstimateFormHandle>
  onAnswer: (search: EstimateSearch, options: ShippingOption[]) => void
  onBusy?: (isBusy: boolean) => void
}

const loadSiteDestination = async () => (await import('./SiteDestination.tsx')).SiteDestination
const emptySearch: EstimateSearch = {}
const noFaults: FieldProblem[] = []
const ignoreBusy = () => undefined
/** Where the focus goes. */
const firstFields = { all: 'destination', category: 'features', size: 'length' } as const
const sides = ['length', 'width', 'height'] as const

/**
 * §2 Shipping Calculator: the form. Without script it loads the calculator's page with all of it in the URL.
 */
export function EstimateForm(props: EstimateFormProps) {
  const {
    id = 'estimate',
    labelledBy,
    initial = emptySearch,
    hint,
    faults = noFaults,
    ref,
    onAnswer,
    onBusy,
  } = props
  const country = useCountryName(initial.destination)
  const options = { id, initial, initialCountry: country, faults, onAnswer, onBusy: onBusy ?? ignoreBusy }
  const { form, send, getError, dropFault, fill, pick } = useEstimateForm(options)
  const [destination, features] = useFormValues(form, ['destination', 'features'])
  const chosen = parseFeatureIds({ features })
  const Site = useLazyComponent(loadSiteDestination, true)
  useImperativeHandle(ref, () => ({
    fill: (search, part = 'all') => void fill(search, firstFields[part]),
  }))

  function numberField(name: 'weight' | (typeof sides)[number]) {
    const { error: _error, ...field } = form.field(name)
    return {
      ...field,
      label: shippingText[name],
      error: getError(name),
      defaultValue: initial[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        dropFault(name)
        return field.onChange(event)
      },
    }
  }
  function put(name: 'destination' | 'features' | 'weight', text: string) {
    dropFault(name)
    form.put(name, text)
  }
  function chooseCountry(chosen: Country) {
    pick(chosen)
    put('destination', chosen.name)
  }
  return (
    <form
      className="estimate-form"
      action={paths.estimation()}
      method="get"
      aria-labelledby={labelledBy}
      noValidate
      onSubmit={send}
    >
      <input type="hidden" name="sent" value="1" />
      <CountryField
        id={form.field('destination').id}
        text={destination}
        onType={(text) => put('destination', text)}
        onChoose={chooseCountry}
        aside={Site && <Site id={form.field('destination').id} text={destination} onChoose={chooseCountry} />}
        error={getError('destination')}
        plain={<PlainCountries id={`${form.field('destination').id}-names`} />}
      />
      <CategoryField
        id={form.field('features').id}
        chosen={chosen}
        onChange={(ids) => put('features', ids.join(','))}
        error={getError('features')}
        plain={<PlainCategories features={initial.features} />}
      />
      <div className="field">
        <NumberField {...numberField('weight')} unit="g" hint={hint} />
        <QuickWeights categories={chosen} onChoose={(grams) => put('weight', String(grams))} />
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

/** The name behind a code, where the page brought it along or the browser knows it by now. */
function useCountryName(destination: string | undefined): string | undefined {
  const { data } = useQuery({ ...countryNameQuery(destination ?? ''), enabled: false })
  return data ?? undefined
}
