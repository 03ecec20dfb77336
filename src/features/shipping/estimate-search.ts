import { paths } from '#shared/paths.ts'

/** An estimate request as texts, as typed or from a URL, with the field names of the API call. */
export type EstimateRequestTexts = {
  /** A country's code or name. */
  destination?: string | undefined
  /** Grams. */
  weight?: string | undefined
  /** cm, like width and height. */
  length?: string | undefined
  width?: string | undefined
  height?: string | undefined
  /** Ids of categories, joined by commas. */
  features?: string | undefined
}

/**
 * The query string of the calculator's URL: a request and the state of the form. Only this file and
 * `canonical-search.ts` use the state; other files get the request alone.
 */
export type EstimateSearch = EstimateRequestTexts & {
  /** '1' when the form was submitted without JavaScript, so that missing fields are reported. */
  sent?: string | undefined
  /** '1' when the request only fills the form and is not estimated yet. */
  edit?: string | undefined
}

/** The hidden form field that sets `sent` in the URL. */
export const sentField = { name: 'sent', value: '1' } as const

const maxLengths = { destination: 80, weight: 20, length: 20, width: 20, height: 20 } as const
const maxFeaturesLength = 400
const names = ['destination', 'weight', 'length', 'width', 'height', 'features', 'sent', 'edit'] as const

/** The search of a URL; texts that are too long are ignored. */
export function parseEstimateSearch(params: URLSearchParams): EstimateSearch {
  const readText = (name: keyof typeof maxLengths) => trimToMax(params.get(name), maxLengths[name])
  return {
    destination: readText('destination'),
    weight: readText('weight'),
    length: readText('length'),
    width: readText('width'),
    height: readText('height'),
    features: trimToMax(joinFeatures(params.getAll('features')), maxFeaturesLength),
    sent: params.get('sent') === '1' ? '1' : undefined,
    edit: params.get('edit') === '1' ? '1' : undefined,
  }
}

/** The request of a search, without the state of the form. */
export function getEstimateRequest({
  sent: _sent,
  edit: _edit,
  ...request
}: EstimateSearch): EstimateRequestTexts {
  return request
}

/** A form without JavaScript repeats the field for every checked box. */
function joinFeatures(texts: string[]): string {
  const ids = texts.flatMap((text) => text.split(',')).map((id) => id.trim())
  return [...new Set(ids)].filter((id) => id !== '').join(',')
}

function trimToMax(text: string | null, maxLength: number): string | undefined {
  const trimmed = text?.trim()
  return trimmed && trimmed.length <= maxLength ? trimmed : undefined
}

/** The calculator's URL with this request: `/estimation?destination=DE&weight=1240`. */
export function buildEstimateUrl(search: EstimateSearch): string {
  const params = new URLSearchParams()
  for (const name of names) if (search[name]) params.append(name, search[name])
  return params.size > 0 ? `${paths.estimation()}?${params}` : paths.estimation()
}

/** The calculator's URL with the form filled with this request. */
export function buildEditUrl(request: EstimateRequestTexts): string {
  return buildEstimateUrl({ ...request, edit: '1' })
}

export function isEmptySearch(search: EstimateSearch): boolean {
  return Object.values(search).every((text) => text === undefined)
}

/** Whether an estimate is requested, and the request does not only fill the form. */
export function isEstimateRequested({ destination, weight, sent, edit }: EstimateSearch): boolean {
  const isComplete = destination !== undefined && weight !== undefined
  return edit === undefined && (isComplete || sent !== undefined)
}

/** The ids of the chosen categories. */
export function parseFeatureIds({ features }: Pick<EstimateRequestTexts, 'features'>): string[] {
  return features ? features.split(',') : []
}
