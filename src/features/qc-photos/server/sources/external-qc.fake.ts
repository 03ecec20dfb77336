import { type FakeSource, fakeJson, hostileTexts } from '#shared/server/outbound/fake-source.ts'

/** A QC source in the format of the specification: `data[0].imgs`. */
export const fakeQc: FakeSource = {
  name: 'qc',
  idIn: (url) => url.searchParams.get('goodsId') ?? undefined,
  good: ({ id, getOrigin }) =>
    fakeJson([{ imgs: [1, 2, 3, 4].map((n) => `${getOrigin('pictures')}/pictures/qc-${id}-${n}.png`) }]),
  unknownItem: () => fakeJson([]),
  wrongSchema: () => fakeJson({ data: 'none' }),
  otherItem: ({ getOrigin }) =>
    fakeJson([{ goodsId: '1000000001', imgs: [`${getOrigin('pictures')}/pictures/qc-other-1.png`] }]),
  poisoned: () =>
    fakeJson([
      {
        imgs: [
          hostileTexts.script,
          hostileTexts.inside,
          hostileTexts.markup,
          null,
          7,
          '//img.alicdn.com/ok.jpg',
        ],
      },
    ]),
}
