import { useEffect, useId, useState } from 'react'
import { formatPriceRange } from '#features/freight/format-money.ts'
import type { EstimateSearch } from '../../estimate-search.ts'
import { shippingText } from '../../spec.ts'
import { roughEstimate } from '../line/figure-source.ts'
import { toParcel } from '../to-parcel.ts'
import { RatesNote } from './CurrencySelect.tsx'
import { DutyNote } from './DutyNote.tsx'
import { EmptyResults } from './EmptyResults.tsx'
import { EstimateNotes } from './EstimateNotes.tsx'
import { OptionList } from './OptionList.tsx'
import { RefusedOptions, SomeGoodsOptions } from './OtherOptions.tsx'
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
  search: EstimateSearch
  shown: ShownOptions
  groups: OptionGroups
  isBrief: boolean
  onOpen: (id: string) => void
}

/** The list of shipping options, which folds as a whole (§2). */
export function ResultList({ search, shown, groups, isBrief, onOpen }: ResultListProps) {
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
  const parcel = toParcel(search)
  return (
    <section className="results__list" aria-labelledby={titleId}>
      <Announcement words={listed.length > 0 ? `${title} ${formatPriceRange(listed)}` : title} />
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
          currency={shown}
          isBrief={isBrief}
        />
      ) : (
        <div id={titleId}>
          <EmptyResults refused={[...groups.wrongKind, ...groups.refused]} />
        </div>
      )}
      <div className="results__fold" id={`${titleId}-list`} hidden={isFolded}>
        {hasLines && isAllRough && <p className="results__rough">{roughEstimate}</p>}
        <RatesNote {...shown} hasApproximate={isBrief} />
        <OptionList
          options={listed}
          best={findBestOptions(listed)}
          parcel={parcel}
          showsPerKg={order === 'per-kg'}
          showsRough={!isAllRough}
          isBrief={isBrief}
          onOpen={onOpen}
        />
        <SomeGoodsOptions options={someGoods} parcel={parcel} showsRough={!isAllRough} onOpen={onOpen} />
        <RefusedOptions wrongKind={groups.wrongKind} others={groups.refused} parcel={parcel} />
        {hasLines && !isBrief && <EstimateNotes search={search} />}
        <DutyNote
          destination={search.destination ?? ''}
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

/** Set after it was rendered, because text that is there from the start is not announced. */
function Announcement({ words }: { words: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => setSaid(words), [words])
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  )
}
