import { paths } from '#shared/paths.ts'

/** An estimate request as in the calculator's URL: texts as they were typed, under the call's own names. */
export type EstimateSearch = {
  /** A country's code or name. */
  destination?: string | undefined
  /** Grams. */
  weight?: string | undefined
  /** cm, as the two others. */
  length?: string | undefined
  width?: string | undefined
  height?: string | undefined
  /** Ids of categories, joined by commas. */
  features?: string | undefined
  /** `1` where the form was sent without script, so that missing fields can be reported. */
  sent?: string | undefined
  /** `1` where the form is to begin with all this, and nothing is asked yet. */
  edit?: string | undefined
}

const maxLengths = { destination: 80, weight: 20, length: 20, width: 20, height: 20 } as const
const maxFeaturesLength = 400
const names = ['destination', 'weight', 'length', 'width', 'height', 'features', 'sent', 'edit'] as const

/** The request in a URL; texts that are too long are ignored. */
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

/** A plain form repeats the field, once for every box that is ticked. */
function joinFeatures(texts: string[]): string {
  const ids = texts.flatMap((text) => text.split(',')).map((id) => id.trim())
  return [...new Set(ids)].filter((id) => id !== '').join(',')
}

function trimToMax(text: string | null, most: number): string | undefined {
  const trimmed = text?.trim()
  return trimmed && trimmed.length <= most ? trimmed : undefined
}

/** The calculator's URL with this request: `/estimation?destination=DE&weight=1240`. */
export function buildEstimateUrl(search: EstimateSearch): string {
  const params = new URLSearchParams()
  for (const name of names) if (search[name]) params.append(name, search[name])
  return params.size > 0 ? `${paths.estimation()}?${params}` : paths.estimation()
}

/** Whether there is something to answer, and not only something to begin the form with. */
export function isEstimateRequested({ destination, weight, sent, edit }: EstimateSearch): boolean {
  const isComplete = destination !== undefined && weight !== undefined
  return edit === undefined && (isComplete || sent !== undefined)
}

/** The ids of the categories that were chosen. */
export function parseFeatureIds({ features }: EstimateSearch): string[] {
  return features ? features.split(',') : []
}
