/** One or more paths of a value in an item; the first with a value counts. */
type Paths = readonly string[]

/** Where an item's data stands in a reply. All paths but the first two are relative to the item. */
export type ProductFields = {
  codeAt?: Paths | undefined
  /** The object with the item. */
  itemAt: string
  /** The item's number, which is checked. */
  itemIdAt?: string | undefined
  titleAt: Paths
  originalTitleAt?: Paths | undefined
  priceAt?: Paths | undefined
  priceUnit: 'yuan' | 'fen'
  /** The currency of prices when none is found at `currencyAt`. */
  currency: string
  currencyAt?: Paths | undefined
  /** All pictures at all of these paths are shown. */
  picturesAt?: Paths | undefined
  propertiesAt?: Paths | undefined
  /** The axes of choices, for variants that name them by ids. */
  axesAt?: Paths | undefined
  /** The pictures of choices by their ids, for variants without a picture of their own. */
  choicePicturesAt?: Paths | undefined
  variantsAt?: string | undefined
  variant?: VariantFields | undefined
}

/** Where a variant's data stands, relative to the variant. */
export type VariantFields = Partial<
  Record<'idAt' | 'nameAt' | 'priceAt' | 'stockAt' | 'pictureAt' | 'choicesAt', Paths | undefined>
>
