import './ComparisonSlider.css'
import { ChevronDown, ChevronsLeftRight } from 'lucide-react'
import { useId, useState } from 'react'
import type { ProductInfo } from '#features/products/contract.ts'
import { findChosenSku, getImages, getVariantGroups } from '#features/products/variants.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { isOtherVariant, type NumberedPhoto } from '../../photo-groups.ts'
import { getPhotoAlt } from '../full-photo.ts'
import { useComparisonSlider } from './use-comparison-slider.ts'

export type ComparisonSliderProps = {
  /** Of the item. */
  name: string
  /** With at least one image. */
  info: ProductInfo
  /** At least one. */
  photos: NumberedPhoto[]
  /** The names of the chosen variant's values. */
  chosen: string[]
}

const sizes = '(min-width: 900px) 350px, (min-width: 600px) 50vw, calc(100vw - 72px)'

/** The seller's image over a QC photo, cut at a divider that pointer, finger and arrow keys move. */
export function ComparisonSlider({ name, info, photos, chosen }: ComparisonSliderProps) {
  const [wantedPicture, setPicture] = useState('')
  const [wantedPhoto, setPhoto] = useState('')
  const { frame, input, words, handlers, field } = useComparisonSlider()
  const pictures = getImages(info)
  // The selected ones may leave the lists when they are filtered or reloaded.
  const photo = photos.find(({ url }) => url === wantedPhoto) ?? findInitialPhoto(photos, chosen)
  if (!photo) return null
  const picture = pictures.includes(wantedPicture) ? wantedPicture : findMatchingImage(photo, info)
  const at = Math.max(0, pictures.indexOf(picture))
  return (
    <>
      <div className="comparison-slider" ref={frame} {...handlers}>
        <div className="comparison-slider__frame">
          <span className="comparison-slider__side">
            <Picture src={photo.url} alt={getPhotoAlt(photo)} width={1} height={1} sizes={sizes} />
            <span className="comparison-slider__tag comparison-slider__tag--qc">QC photo</span>
          </span>
          <span className="comparison-slider__side comparison-slider__side--seller">
            <Picture
              src={pictures[at] ?? ''}
              alt={`${name}, seller's picture ${at + 1}`}
              width={1}
              height={1}
              sizes={sizes}
            />
            <span className="comparison-slider__tag">Seller's photo</span>
          </span>
          <span className="comparison-slider__line">
            <span className="comparison-slider__knob">
              <ChevronsLeftRight className="icon" aria-hidden />
            </span>
          </span>
        </div>
        <input
          type="range"
          className="comparison-slider__input"
          min={0}
          max={100}
          step={5}
          ref={input}
          aria-label="Divider between seller's photo and QC photo"
          aria-valuetext={words}
          {...field}
        />
      </div>
      <div className="comparison-slider__pick">
        <Picker
          label="Seller's photo to compare"
          value={pictures[at] ?? ''}
          options={pictures.map((url, index) => ({ url, words: `Seller ${index + 1}` }))}
          onPick={setPicture}
        />
        <Picker
          label="QC photo to compare"
          value={photo.url}
          options={photos.map(({ url, number, variant }) => ({
            url,
            words: variant ? `QC ${number} · ${variant}` : `QC ${number}`,
          }))}
          onPick={setPhoto}
        />
      </div>
    </>
  )
}

/** The newest photo that may show the chosen variant. */
function findInitialPhoto(photos: NumberedPhoto[], chosen: string[]): NumberedPhoto | undefined {
  return photos.find(({ variant }) => !isOtherVariant(variant ? [variant] : [], chosen)) ?? photos[0]
}

/** The seller's image of the photo's variant, where the seller has one. */
function findMatchingImage({ variant }: NumberedPhoto, info: ProductInfo): string {
  const sku = findChosenSku(info.skus, undefined)
  const values = sku && variant ? getVariantGroups(info, sku).flatMap((group) => group.values) : []
  const same = values.find(({ name, image }) => image && !isOtherVariant([variant ?? ''], [name]))
  return same?.image ?? ''
}

type PickerProps = {
  label: string
  value: string
  options: { url: string; words: string }[]
  onPick: (url: string) => void
}

/** One photo is no choice, so that it is only named. */
function Picker({ label, value, options, onPick }: PickerProps) {
  const id = useId()
  if (options.length === 1) return <p className="comparison-slider__only">{options[0]?.words}</p>
  return (
    <span className="selectwrap comparison-slider__picker">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      {/* A select cuts what does not fit, so the selection is shown by a text under it. */}
      <span className="input select comparison-slider__words" aria-hidden>
        {options.find(({ url }) => url === value)?.words}
      </span>
      <select
        className="input select comparison-slider__select"
        id={id}
        value={value}
        onChange={({ target }) => onPick(target.value)}
      >
        {options.map(({ url, words }) => (
          <option key={url} value={url}>
            {words}
          </option>
        ))}
      </select>
      <ChevronDown className="icon icon--s" aria-hidden />
    </span>
  )
}
