// Words for columns and money in Singapore's files: Malay and Chinese headings in addition to the English ones that are
// known everywhere; and the length of a postal code there.
import type { FileWords } from '#domain/rows/headings.ts'

export const singaporeWords: FileWords = {
  headings: {
    identifier: ['Nombor Kad', 'No Kad', '卡号', '卡號', '卡片号码'],
    identifierTo: ['Kad Penerima', '转入卡号', '收款卡号'],
    amount: ['Jumlah', 'Amaun', 'Nilai', '金额', '金額'],
    loadAmount: ['Jumlah', 'Amaun', '金额', '金額'],
    name: ['Nama', '名字'],
    surname: ['Nama Keluarga', '姓', '姓氏'],
    customerReference: ['Rujukan', '客户编号', '参考编号'],
    postalCode: ['Poskod', '邮编', '邮政编码'],
    address1: ['Alamat', '地址'],
    expiryDate: ['Tarikh Luput', '有效期', '到期日'],
    merchantName: ['Nama Kedai', '商户名称'],
    mastercardMerchantID: ['Nombor Peniaga', '商户编号'],
  },
  currency: ['S$', 'SGD', '$'],
  currencyNumber: '702',
  postalDigits: 6,
}
