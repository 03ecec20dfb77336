import { useEffect, useId, useState } from 'react'
import { formatPriceRange } from '#features/freight/format-money.ts'
import type { EstimateRequestTexts } from '../../estimate-search.ts'
import { shippingText } from '../../texts.ts'
import { roughEstimate } from '../line/figure-source.ts'
import { toParcel } from '../to-parcel.ts'
import { RatesNote } from './CurrencySelect.tsx'
import { DutyNote } from './DutyNote.tsx'
import { EmptyResults } from './EmptyResults.tsx'
import { EstimateNotes } from './EstimateNotes.tsx'
import { OptionList } from './OptionList.tsx'
import { SomeGoodsOptions, UnavailableOptions } from './OtherOptions.tsx'
import {
  findBestOptions,
  hasTrait,
  type LineTrait,
  type OptionGroups,
  type OptionOrder,
  sortOptions,
} from './option-order.ts'
import { ResultTools } from './ResultTools.tsx'
import type { ShownOptions } from './shown-currency.ts'

type ResultListProps = {
  request: EstimateRequestTexts
  displayed: ShownOptions
  groups: OptionGroups
  isBrief: boolean
  onOpen: (id: string) => void
}

/** The list of shipping options, which can be hidden (§2). */
export function ResultList({ request, displayed, groups, isBrief, onOpen }: ResultListProps) {
  const titleId = useId()
  const [isFolded, setFolded] = useState(false)
  const [order, setOrder] = useState<OptionOrder>('price')
  const [traits, setTraits] = useState<readonly LineTrait[]>([])
  const { fit, someGoods } = groups
  const listed = sortOptions(fit, order).filter((option) => traits.every((trait) => hasTrait(option, trait)))
  const available = [...fit, ...someGoods]
  const hasLines = available.length > 0
  const isAllRough = available.every(({ confidence }) => confidence === 'illustrative')
  const title = hasLines ? formatResultTitle(listed.length, fit.length) : shippingText.empty
  const parcel = toParcel(request)
  return (
    <section className="results__list" aria-labelledby={titleId}>
      <Announcement text={listed.length > 0 ? `${title} ${formatPriceRange(listed)}` : title} />
      {hasLines ? (
        <ResultTools
          titleId={titleId}
          title={title}
          isFolded={isFolded}
          onFold={() => setFolded(!isFolded)}
          listed={listed}
          available={fit}
          order={order}
          onOrder={setOrder}
          chosenTraits={traits}
          onTraits={setTraits}
          currency={displayed}
          isBrief={isBrief}
        />
      ) : (
        <div id={titleId}>
          <EmptyResults unavailable={[...groups.wrongGoods, ...groups.unavailable]} />
        </div>
      )}
      <div className="results__fold" id={`${titleId}-list`} hidden={isFolded}>
        {hasLines && isAllRough && <p className="results__rough">{roughEstimate}</p>}
        <RatesNote {...displayed} hasApproximate={isBrief} />
        <OptionList
          options={listed}
          best={findBestOptions(listed)}
          parcel={parcel}
          showsPerKg={order === 'per-kg'}
          showsRoughNote={!isAllRough}
          isBrief={isBrief}
          onOpen={onOpen}
        />
        <SomeGoodsOptions options={someGoods} parcel={parcel} showsRoughNote={!isAllRough} onOpen={onOpen} />
        <UnavailableOptions wrongGoods={groups.wrongGoods} others={groups.unavailable} parcel={parcel} />
        {hasLines && !isBrief && <EstimateNotes request={request} />}
        <DutyNote
          destination={request.destination ?? ''}
          lead={isBrief ? 'Final price depends on the packed parcel your agent weighs.' : undefined}
        />
      </div>
    </section>
  )
}

function formatResultTitle(listed: number, available: number): string {
  if (available === 0) return 'No line takes all goods'
  const word = available === 1 ? 'line' : 'lines'
  return listed === available ? `${available} ${word}` : `${listed} of ${available} ${word}`
}

/** Sets the text after rendering, because screen readers do not announce initial text. */
function Announcement({ text }: { text: string }) {
  const [announcedText, setAnnouncedText] = useState('')
  useEffect(() => setAnnouncedText(text), [text])
  return (
    <p className="visually-hidden" role="status">
      {announcedText}
    </p>
  )
}
