type VariantChipsProps = {
  variants: { name: string; count: number }[]
  /** The number of all photos, with and without a known variant. */
  total: number
  chosen: string | undefined
  onChoose: (name: string | undefined) => void
}

/** Filters the photos by variant. */
export function VariantChips({ variants, total, chosen, onChoose }: VariantChipsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend into a row of buttons
    <div className="qc__chips" role="group" aria-label="Show">
      <VariantChip
        name="All"
        count={total}
        isPressed={chosen === undefined}
        onPress={() => onChoose(undefined)}
      />
      {variants.map(({ name, count }) => (
        <VariantChip
          key={name}
          name={name}
          count={count}
          isPressed={name === chosen}
          onPress={() => onChoose(name)}
        />
      ))}
    </div>
  )
}

type VariantChipProps = { name: string; count: number; isPressed: boolean; onPress: () => void }

function VariantChip({ name, count, isPressed, onPress }: VariantChipProps) {
  return (
    <button type="button" className="chip" aria-pressed={isPressed} onClick={onPress}>
      <span>{`${name} `}</span>
      <span className="tabular-nums">{count}</span>
      <span className="visually-hidden"> photos</span>
    </button>
  )
}
