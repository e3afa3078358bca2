// The handlers of the order operations.
import { getCampaignFees, getCampaigns } from './campaigns.ts'
import { cancelCardOrder } from './cancel.ts'
import { approveVirtualCardOrdersBatchLoad, rejectVirtualCardOrdersBatchLoad } from './decide.ts'
import {
  fetchVirtualCardOrdersBatchLoadDetails,
  myCardOrder,
  myCardOrderRows,
  physicalCardOrderRows,
} from './details.ts'
import { fetchProducerFile } from './fetch-producer-file.ts'
import { fetchVirtualCardOrdersBatchLoads, myCardOrders, physicalCardOrders } from './lists.ts'
import { producerFiles } from './producer-files.ts'
import { downloadVirtualCardOrdersBatchLoadDetailsReport } from './downloads.ts'
import { retryVirtualCardOrdersBatchLoad } from './retry.ts'
import { batchCardOrder, submitVirtualCardOrder } from './submit.ts'
import { verifyCardOrder, verifyVirtualCardOrder } from './verify.ts'

export const orderHandlers = {
  getCampaigns,
  getCampaignFees,
  verifyCardOrder,
  batchCardOrder,
  verifyVirtualCardOrder,
  submitVirtualCardOrder,
  fetchVirtualCardOrdersBatchLoads,
  fetchVirtualCardOrdersBatchLoadDetails,
  approveVirtualCardOrdersBatchLoad,
  rejectVirtualCardOrdersBatchLoad,
  retryVirtualCardOrdersBatchLoad,
  downloadVirtualCardOrdersBatchLoadDetailsReport,
  myCardOrders,
  myCardOrder,
  myCardOrderRows,
  physicalCardOrders,
  physicalCardOrderRows,
  cancelCardOrder,
  producerFiles,
  fetchProducerFile,
}
