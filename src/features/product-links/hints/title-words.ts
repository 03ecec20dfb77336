/** Words that are no part of an item's name, in the languages of share texts and chats. All patterns are linear. */

/** What stands in brackets but names an app: 【淘宝】, 【手机阿里】. */
export const appLabel =
  /^(?:手机|官方)?(?:淘宝|淘寶|天猫|天貓|微店|闲鱼|閒魚|1688|阿里巴巴|阿里|支付宝|京东|拼多多|淘特|点淘|聚划算|小红书|抖音|得物|taobao|tmall|weidian|alibaba)(?:app|特价版|极速版|买菜|直播|官方|旗舰店|国际|全球购)?$|^(?:分享|转发|链接|商品|宝贝|复制|包邮|现货)$/i

/** What apps write around a name. */
export const appPhrase =
  /打开|打開|复制|複製|点击|點擊|浏览器|瀏覽器|搜索直接|这段|描述|分享给你|快来看|我在.{0,12}(?:发现|看到|看中)|发现(?:了)?(?:一个|一件|这个)|宝贝不错/

/** A shop's promises and discounts, as one word between blanks. */
export const shopPromise =
  /^[「【(（]?(?:满\d|每满|立减|直降|大促|限时|秒杀|特价|包邮|全国包邮|现货|新品|上新|爆款|热卖|正品|官方|假一赔|退货|退换|无理由|包退|运费险|\d+天|\d+小时|次日达|当日发|极速|先用后付|破损|价保|保价|百亿补贴|补贴|券|优惠|已售|月销|销量|回头客|起批|\d+件起|批发|到手|券后|低价|清仓|折)/

/** Words at the start of a line that only announce the link. */
export const lineLabel =
  /^(?:w2c|wtc|w2b|gl|link|links|url|src|source|qc|buy|item|title|name|product|here|lien|enlace|liga|źródło|quelle|artikel|produkt|producto|produto|produit|nazwa|名称|商品|标题|链接|地址|购买|店铺)(?: here| link)?\s*(?:[:：>]+|[-–=]+>?(?=\s|$)|$)\s*/iu

/** A link's text that says nothing about the item. */
export const plainLinkText =
  /^(?:w2c|wtc|gl|link|links|here|this|click here|click|url|source|buy|buy here|item|product|hier|aquí|aqui|ici|tutaj|tu|link tutaj|链接|点击|这里|购买|点这里)$/iu

/** Words before a price: `now`, `price`, 批发价. */
export const priceLabel =
  /(?:(?<!\p{L})(?:now|only|just|was|war|before|for|at|price|around|about|approx|from|preis|jetzt|nur|für|ab|etwa|ca|cena|teraz|za|tylko|od|około|precio|ahora|por|solo|desde|a|preço|agora|só|prix|maintenant|pour|dès|à)|(?:批发|现|售|到手|券后|活动|单|原|拼团|价格|特|参考)?价格?|券后|到手|仅|只要|约)[.:：]?$/iu

/** A size, as far as a word announces it: everything from here on is no name. */
export const sizeOrWeight =
  /[([]?(?<![\p{L}\d])(?:size|sizes|sz|talla|taille|größe|groesse|gr\.|rozmiar|rozm\.?|tamanho|tam\.|尺码|尺寸|码数)(?![\p{L}])|[([]?(?<![\p{L}\d.,])\d{1,5}(?:[.,]\d{1,2})? ?(?:kg|g|gr|grams?|gramm|gramów|oz|lbs?)(?![\p{L}\d])|(?<!\p{L})(?:weight|gewicht|waga|peso|poids|重量)(?!\p{L})/iu

/** Words of sentences that talk about an item without naming it. */
export const storyWord =
  /(?<!\p{L})(?:i|i'm|im|i've|my|mine|me|you|your|we|they|it|it's|its|this|that|these|those|is|are|was|were|have|has|had|got|get|does|do|did|any(?:one|body)|someone|looking|find|found|help|please|pls|thanks|thx|check|look|see|open|tap|click|copy|need|want|bought|ordered|arrived|think|same|where|what|which|who|how|ich|mein|meine|habe|hab|hat|ist|sind|war|wer|wo|was|wie|kennt|jemand|gefunden|schau|schaut|mal|bitte|danke|suche|das|dieser|diese|dieses|ja|mam|mój|moje|moja|jest|są|czy|kto|skąd|gdzie|jak|znalazłem|znalazłam|szukam|proszę|dzięki|ktoś|ten|ta|te|to|yo|mi|mis|tengo|es|está|esta|este|esto|estos|son|quién|alguien|dónde|donde|cómo|encontré|busco|mira|gracias|eu|meu|minha|tenho|é|isso|isto|alguém|onde|quem|achei|encontrei|procuro|olha|obrigado|je|j'ai|mon|ma|mes|c'est|est|sont|qui|quelqu'un|où|comment|trouvé|cherche|regarde|merci|ce|cette|ces)(?!\p{L})|请问|有没有|有人|谁有|怎么样|多少钱|求链接|想要|我|你|吗|这个|那个/iu

/** A cell of a sheet that holds a size, a number, a weight, a date or a mark. */
export const valueCell =
  /^(?:x{0,4}[sml]|\d?x+l|one ?size|os|均码|(?:eu|us|uk)? ?\d{1,6}(?:[.,]\d+)?(?: ?(?:g|kg|gr|oz|lbs?|cm|%|days?|pcs?))?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d+ ?[-–x/] ?\d+|[^\p{L}]*|n\/a|yes|no|tbd)$/iu
