import './EstimateResults.css'
import { useState } from 'react'
import type { ShippingOption } from '#features/freight/option.ts'
import { type EstimateRequestTexts, parseFeatureIds } from '../../estimate-search.ts'
import { LineAnalysis } from '../line/LineAnalysis.tsx'
import { findCheapestListed, groupOptions } from './option-order.ts'
import { ResultList } from './ResultList.tsx'
import { useShownOptions } from './shown-currency.ts'

type EstimateResultsProps = {
  request: EstimateRequestTexts
  options: ShippingOption[]
  onEstimate?: (request: EstimateRequestTexts) => void
  /** Shows a few lines at first and no analysis, for use inside a longer page. */
  isBrief?: boolean
}

/**
 * Every line's option for a parcel (§2): lines that take it, the cheapest one open; lines for some goods only, when the
 * request has no category; lines that do not take it, with their reasons; and two analyses of one line. The page's grid
 * can position the three parts: `.results` with `display: contents`, then `.results__list`, `.results__volume` and
 * `.results__curve`.
 */
export function EstimateResults({ request, options, onEstimate, isBrief = false }: EstimateResultsProps) {
  const displayed = useShownOptions(request.destination ?? '', options)
  const groups = groupOptions(displayed.options, { hasCategory: parseFeatureIds(request).length > 0 })
  const [chosenId, setChosenId] = useState<string>()
  const available = [...groups.fit, ...groups.someGoods]
  return (
    <div className={isBrief ? 'results results--brief' : 'results'}>
      <ResultList
        request={request}
        displayed={displayed}
        groups={groups}
        isBrief={isBrief}
        onOpen={setChosenId}
      />
      {available.length > 0 && !isBrief && (
        <LineAnalysis
          request={request}
          available={available}
          exchange={displayed.exchange}
          chosenId={chosenId ?? findCheapestListed(groups.fit)?.id}
          onChoose={setChosenId}
          onEstimate={onEstimate}
        />
      )}
    </div>
  )
}
