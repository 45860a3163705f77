
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  
  "public": {
          Tables: {
            "admin_views": {
                  Row: {
                    "admin_id": string,"created_at": string,"filter": NonNullable<Json>,"id": string,"name": string,"position": number,"sort": string
                  }
                  ComputedFields: never
                  Insert: {
                    "admin_id"?: string,"created_at"?: string,"filter"?: NonNullable<Json>,"id"?: string,"name": string,"position"?: number,"sort"?: string
                  }
                  Update: {
                    "admin_id"?: string,"created_at"?: string,"filter"?: NonNullable<Json>,"id"?: string,"name"?: string,"position"?: number,"sort"?: string
                  }
                  Relationships: [
                    
                  ]
                },"announcements": {
                  Row: {
                    "audience": string,"benefit_id": string | null,"body": string,"by_email": boolean,"called_back_at": string | null,"created_at": string,"created_by": string | null,"id": string,"in_app": boolean,"people": number | null,"send_at": string,"sent_at": string | null,"title": string,"written_to": number | null
                  }
                  ComputedFields: never
                  Insert: {
                    "audience": string,"benefit_id"?: string | null,"body": string,"by_email": boolean,"called_back_at"?: string | null,"created_at"?: string,"created_by"?: string | null,"id"?: string,"in_app": boolean,"people"?: number | null,"send_at": string,"sent_at"?: string | null,"title": string,"written_to"?: number | null
                  }
                  Update: {
                    "audience"?: string,"benefit_id"?: string | null,"body"?: string,"by_email"?: boolean,"called_back_at"?: string | null,"created_at"?: string,"created_by"?: string | null,"id"?: string,"in_app"?: boolean,"people"?: number | null,"send_at"?: string,"sent_at"?: string | null,"title"?: string,"written_to"?: number | null
                  }
                  Relationships: [
                    
                  ]
                },"app_settings": {
                  Row: {
                    "key": string,"updated_at": string,"updated_by": string | null,"value": string
                  }
                  ComputedFields: never
                  Insert: {
                    "key": string,"updated_at"?: string,"updated_by"?: string | null,"value": string
                  }
                  Update: {
                    "key"?: string,"updated_at"?: string,"updated_by"?: string | null,"value"?: string
                  }
                  Relationships: [
                    
                  ]
                },"benefits": {
                  Row: {
                    "category_id": string | null,"closes_at": string | null,"conditions": string | null,"created_at": string,"delivery_method": string,"description": string,"estimated_value": number | null,"id": string,"image_url": string | null,"is_active": boolean,"maker": string | null,"maker_link": string | null,"name": string,"opens_at": string | null,"per_member_limit": number | null,"token_value": number,"updated_at": string,"what_you_get": string | null,"stock": number | null
                  }
                  ComputedFields: "stock"
                  Insert: {
                    "category_id"?: string | null,"closes_at"?: string | null,"conditions"?: string | null,"created_at"?: string,"delivery_method"?: string,"description": string,"estimated_value"?: number | null,"id"?: string,"image_url"?: string | null,"is_active"?: boolean,"maker"?: string | null,"maker_link"?: string | null,"name": string,"opens_at"?: string | null,"per_member_limit"?: number | null,"token_value": number,"updated_at"?: string,"what_you_get"?: string | null
                  }
                  Update: {
                    "category_id"?: string | null,"closes_at"?: string | null,"conditions"?: string | null,"created_at"?: string,"delivery_method"?: string,"description"?: string,"estimated_value"?: number | null,"id"?: string,"image_url"?: string | null,"is_active"?: boolean,"maker"?: string | null,"maker_link"?: string | null,"name"?: string,"opens_at"?: string | null,"per_member_limit"?: number | null,"token_value"?: number,"updated_at"?: string,"what_you_get"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"categories": {
                  Row: {
                    "created_at": string,"id": string,"name": string,"position": number,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"id"?: string,"name": string,"position"?: number,"updated_at"?: string
                  }
                  Update: {
                    "created_at"?: string,"id"?: string,"name"?: string,"position"?: number,"updated_at"?: string
                  }
                  Relationships: [
                    
                  ]
                },"code_uses": {
                  Row: {
                    "account_id": string,"code_id": string,"used_at": string,"user_id": string | null,"person": {
              "adjustment_reason": string | null,
"adjustment_type": string | null,
"created_at": string,
"current_tokens": number,
"deletes_at": string | null,
"email": string,
"id": string,
"invite_code_used": string | null,
"membership_end_date": string | null,
"membership_start_date": string | null,
"name": string,
"phone": string | null,
"role": string
            } | null
                  }
                  ComputedFields: "person"
                  Insert: {
                    "account_id": string,"code_id": string,"used_at": string,"user_id"?: string | null
                  }
                  Update: {
                    "account_id"?: string,"code_id"?: string,"used_at"?: string,"user_id"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"invitations": {
                  Row: {
                    "addressed_at": string,"code_id": string,"created_at": string,"email": string | null,"email_id": string | null,"email_state": string | null,"inviter_id": string | null,"last_sent_at": string | null,"membership_ends_at": string | null,"message": string | null,"name": string | null,"opened_at": string | null,"opening_balance": number | null,"opens": number,"queued_at": string | null,"sends": number,"source": string
                  }
                  ComputedFields: never
                  Insert: {
                    "addressed_at"?: string,"code_id": string,"created_at"?: string,"email"?: string | null,"email_id"?: string | null,"email_state"?: string | null,"inviter_id"?: string | null,"last_sent_at"?: string | null,"membership_ends_at"?: string | null,"message"?: string | null,"name"?: string | null,"opened_at"?: string | null,"opening_balance"?: number | null,"opens"?: number,"queued_at"?: string | null,"sends"?: number,"source": string
                  }
                  Update: {
                    "addressed_at"?: string,"code_id"?: string,"created_at"?: string,"email"?: string | null,"email_id"?: string | null,"email_state"?: string | null,"inviter_id"?: string | null,"last_sent_at"?: string | null,"membership_ends_at"?: string | null,"message"?: string | null,"name"?: string | null,"opened_at"?: string | null,"opening_balance"?: number | null,"opens"?: number,"queued_at"?: string | null,"sends"?: number,"source"?: string
                  }
                  Relationships: [
                    
                  ]
                },"invite_codes": {
                  Row: {
                    "batch_id": string | null,"code": string,"created_at": string,"created_by": string | null,"email": string | null,"expires_at": string | null,"id": string,"is_plain": boolean,"is_revoked": boolean,"is_used": boolean,"max_uses": number,"note": string | null,"revoked_at": string | null,"revoked_by": string | null,"revoked_reason": string | null,"used_at": string | null,"used_by": string | null,"uses": number,"creator": {
              "adjustment_reason": string | null,
"adjustment_type": string | null,
"created_at": string,
"current_tokens": number,
"deletes_at": string | null,
"email": string,
"id": string,
"invite_code_used": string | null,
"membership_end_date": string | null,
"membership_start_date": string | null,
"name": string,
"phone": string | null,
"role": string
            } | null,"redeemer": {
              "adjustment_reason": string | null,
"adjustment_type": string | null,
"created_at": string,
"current_tokens": number,
"deletes_at": string | null,
"email": string,
"id": string,
"invite_code_used": string | null,
"membership_end_date": string | null,
"membership_start_date": string | null,
"name": string,
"phone": string | null,
"role": string
            } | null,"revoker": {
              "adjustment_reason": string | null,
"adjustment_type": string | null,
"created_at": string,
"current_tokens": number,
"deletes_at": string | null,
"email": string,
"id": string,
"invite_code_used": string | null,
"membership_end_date": string | null,
"membership_start_date": string | null,
"name": string,
"phone": string | null,
"role": string
            } | null
                  }
                  ComputedFields: "creator" | "redeemer" | "revoker"
                  Insert: {
                    "batch_id"?: string | null,"code": string,"created_at"?: string,"created_by"?: string | null,"email"?: string | null,"expires_at"?: string | null,"id"?: string,"is_plain"?: boolean,"is_revoked"?: never,"is_used"?: never,"max_uses"?: number,"note"?: string | null,"revoked_at"?: string | null,"revoked_by"?: string | null,"revoked_reason"?: string | null,"used_at"?: string | null,"used_by"?: string | null,"uses"?: number
                  }
                  Update: {
                    "batch_id"?: string | null,"code"?: string,"created_at"?: string,"created_by"?: string | null,"email"?: string | null,"expires_at"?: string | null,"id"?: string,"is_plain"?: boolean,"is_revoked"?: never,"is_used"?: never,"max_uses"?: number,"note"?: string | null,"revoked_at"?: string | null,"revoked_by"?: string | null,"revoked_reason"?: string | null,"used_at"?: string | null,"used_by"?: string | null,"uses"?: number
                  }
                  Relationships: [
                    
                  ]
                },"notification_preferences": {
                  Row: {
                    "by_email": boolean,"in_app": boolean,"kind": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "by_email": boolean,"in_app"?: boolean,"kind": string,"user_id"?: string
                  }
                  Update: {
                    "by_email"?: boolean,"in_app"?: boolean,"kind"?: string,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"notifications": {
                  Row: {
                    "benefit_id": string | null,"count": number,"created_at": string,"data": NonNullable<Json>,"id": string,"kind": string,"order_id": string | null,"read_at": string | null,"user_id": string,"joined_name": string | null
                  }
                  ComputedFields: "joined_name"
                  Insert: {
                    "benefit_id"?: string | null,"count"?: number,"created_at"?: string,"data"?: NonNullable<Json>,"id": string,"kind": string,"order_id"?: string | null,"read_at"?: string | null,"user_id": string
                  }
                  Update: {
                    "benefit_id"?: string | null,"count"?: number,"created_at"?: string,"data"?: NonNullable<Json>,"id"?: string,"kind"?: string,"order_id"?: string | null,"read_at"?: string | null,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"operations": {
                  Row: {
                    "actor_id": string,"changed": number,"created_at": string,"emails": number,"id": string,"kept": number,"kind": string,"parameters": NonNullable<Json>,"position": number,"remaining": number,"settled_at": string | null,"skipped": number,"state": string,"stepped_at": string | null,"tokens": number,"total": number,"undo_until": string | null,"undone": number,"undone_at": string | null,"actor": {
              "adjustment_reason": string | null,
"adjustment_type": string | null,
"created_at": string,
"current_tokens": number,
"deletes_at": string | null,
"email": string,
"id": string,
"invite_code_used": string | null,
"membership_end_date": string | null,
"membership_start_date": string | null,
"name": string,
"phone": string | null,
"role": string
            } | null
                  }
                  ComputedFields: "actor"
                  Insert: {
                    "actor_id": string,"changed"?: number,"created_at"?: string,"emails"?: number,"id"?: string,"kept"?: number,"kind": string,"parameters"?: NonNullable<Json>,"position"?: number,"remaining"?: number,"settled_at"?: string | null,"skipped"?: number,"state"?: string,"stepped_at"?: string | null,"tokens"?: number,"total"?: number,"undo_until"?: string | null,"undone"?: number,"undone_at"?: string | null
                  }
                  Update: {
                    "actor_id"?: string,"changed"?: number,"created_at"?: string,"emails"?: number,"id"?: string,"kept"?: number,"kind"?: string,"parameters"?: NonNullable<Json>,"position"?: number,"remaining"?: number,"settled_at"?: string | null,"skipped"?: number,"state"?: string,"stepped_at"?: string | null,"tokens"?: number,"total"?: number,"undo_until"?: string | null,"undone"?: number,"undone_at"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"order_desk": {
                  Row: {
                    "assigned_at": string | null,"assignee_id": string | null,"notes": number,"order_id": string,"assignee": {
              "adjustment_reason": string | null,
"adjustment_type": string | null,
"created_at": string,
"current_tokens": number,
"deletes_at": string | null,
"email": string,
"id": string,
"invite_code_used": string | null,
"membership_end_date": string | null,
"membership_start_date": string | null,
"name": string,
"phone": string | null,
"role": string
            } | null
                  }
                  ComputedFields: "assignee"
                  Insert: {
                    "assigned_at"?: string | null,"assignee_id"?: string | null,"notes"?: number,"order_id": string
                  }
                  Update: {
                    "assigned_at"?: string | null,"assignee_id"?: string | null,"notes"?: number,"order_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"order_notes": {
                  Row: {
                    "author_id": string,"body": string | null,"created_at": string,"id": string,"operation_id": string | null,"order_id": string,"author": {
              "adjustment_reason": string | null,
"adjustment_type": string | null,
"created_at": string,
"current_tokens": number,
"deletes_at": string | null,
"email": string,
"id": string,
"invite_code_used": string | null,
"membership_end_date": string | null,
"membership_start_date": string | null,
"name": string,
"phone": string | null,
"role": string
            } | null
                  }
                  ComputedFields: "author"
                  Insert: {
                    "author_id"?: string,"body"?: string | null,"created_at"?: string,"id"?: string,"operation_id"?: string | null,"order_id": string
                  }
                  Update: {
                    "author_id"?: string,"body"?: string | null,"created_at"?: string,"id"?: string,"operation_id"?: string | null,"order_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"orders": {
                  Row: {
                    "account_id": string,"benefit_description": string | null,"benefit_id": string | null,"benefit_image_url": string | null,"benefit_name": string | null,"benefit_token_value": number | null,"cancel_reason": string | null,"created_at": string,"credit_cap": number,"credit_rate": number,"customer_email": string | null,"customer_name": string | null,"delivery_method": string,"due_at": string | null,"from_stock": boolean,"fulfilled_at": string | null,"id": string,"late_credit": number | null,"order_number": string | null,"redemption_email": string | null,"search_text": string,"status": string,"unit": string,"updated_at": string,"user_id": string | null,"benefit": {
              "category_id": string | null,
"closes_at": string | null,
"conditions": string | null,
"created_at": string,
"delivery_method": string,
"description": string,
"estimated_value": number | null,
"id": string,
"image_url": string | null,
"is_active": boolean,
"maker": string | null,
"maker_link": string | null,
"name": string,
"opens_at": string | null,
"per_member_limit": number | null,
"token_value": number,
"updated_at": string,
"what_you_get": string | null
            } | null,"customer": {
              "adjustment_reason": string | null,
"adjustment_type": string | null,
"created_at": string,
"current_tokens": number,
"deletes_at": string | null,
"email": string,
"id": string,
"invite_code_used": string | null,
"membership_end_date": string | null,
"membership_start_date": string | null,
"name": string,
"phone": string | null,
"role": string
            } | null,"delivery_kind": string | null,"desk": {
              "assigned_at": string | null,
"assignee_id": string | null,
"notes": number,
"order_id": string
            } | null,"is_unopened": boolean | null
                  }
                  ComputedFields: "benefit" | "customer" | "delivery_kind" | "desk" | "is_unopened"
                  Insert: {
                    "account_id"?: string,"benefit_description"?: string | null,"benefit_id"?: string | null,"benefit_image_url"?: string | null,"benefit_name"?: string | null,"benefit_token_value"?: number | null,"cancel_reason"?: string | null,"created_at"?: string,"credit_cap"?: number,"credit_rate"?: number,"customer_email"?: string | null,"customer_name"?: string | null,"delivery_method"?: string,"due_at"?: string | null,"from_stock"?: boolean,"fulfilled_at"?: string | null,"id"?: string,"late_credit"?: number | null,"order_number"?: string | null,"redemption_email"?: string | null,"search_text"?: never,"status"?: string,"unit"?: string,"updated_at"?: string,"user_id"?: string | null
                  }
                  Update: {
                    "account_id"?: string,"benefit_description"?: string | null,"benefit_id"?: string | null,"benefit_image_url"?: string | null,"benefit_name"?: string | null,"benefit_token_value"?: number | null,"cancel_reason"?: string | null,"created_at"?: string,"credit_cap"?: number,"credit_rate"?: number,"customer_email"?: string | null,"customer_name"?: string | null,"delivery_method"?: string,"due_at"?: string | null,"from_stock"?: boolean,"fulfilled_at"?: string | null,"id"?: string,"late_credit"?: number | null,"order_number"?: string | null,"redemption_email"?: string | null,"search_text"?: never,"status"?: string,"unit"?: string,"updated_at"?: string,"user_id"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"payments": {
                  Row: {
                    "account_id": string,"amount": number,"created_at": string,"currency": string,"ends_at": string | null,"id": string,"is_launch": boolean,"is_test": boolean,"kind": string,"paid_at": string | null,"refund_failed_at": string | null,"refund_reason": string | null,"refunded": number,"refunded_at": string | null,"starts_at": string | null,"state": string,"tokens": number | null,"tokens_returned": number | null,"user_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "account_id": string,"amount": number,"created_at"?: string,"currency"?: string,"ends_at"?: string | null,"id"?: string,"is_launch"?: boolean,"is_test"?: boolean,"kind": string,"paid_at"?: string | null,"refund_failed_at"?: string | null,"refund_reason"?: string | null,"refunded"?: number,"refunded_at"?: string | null,"starts_at"?: string | null,"state"?: string,"tokens"?: number | null,"tokens_returned"?: number | null,"user_id"?: string | null
                  }
                  Update: {
                    "account_id"?: string,"amount"?: number,"created_at"?: string,"currency"?: string,"ends_at"?: string | null,"id"?: string,"is_launch"?: boolean,"is_test"?: boolean,"kind"?: string,"paid_at"?: string | null,"refund_failed_at"?: string | null,"refund_reason"?: string | null,"refunded"?: number,"refunded_at"?: string | null,"starts_at"?: string | null,"state"?: string,"tokens"?: number | null,"tokens_returned"?: number | null,"user_id"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"profiles": {
                  Row: {
                    "adjustment_reason": string | null,"adjustment_type": string | null,"created_at": string,"current_tokens": number,"deletes_at": string | null,"email": string,"id": string,"invite_code_used": string | null,"membership_end_date": string | null,"membership_start_date": string | null,"name": string,"phone": string | null,"role": string
                  }
                  ComputedFields: never
                  Insert: {
                    "adjustment_reason"?: string | null,"adjustment_type"?: string | null,"created_at"?: string,"current_tokens"?: number,"deletes_at"?: string | null,"email": string,"id": string,"invite_code_used"?: string | null,"membership_end_date"?: string | null,"membership_start_date"?: string | null,"name": string,"phone"?: string | null,"role"?: string
                  }
                  Update: {
                    "adjustment_reason"?: string | null,"adjustment_type"?: string | null,"created_at"?: string,"current_tokens"?: number,"deletes_at"?: string | null,"email"?: string,"id"?: string,"invite_code_used"?: string | null,"membership_end_date"?: string | null,"membership_start_date"?: string | null,"name"?: string,"phone"?: string | null,"role"?: string
                  }
                  Relationships: [
                    
                  ]
                },"redeem_codes": {
                  Row: {
                    "batch_id": string | null,"code": string,"created_at": string,"created_by": string | null,"expires_at": string | null,"id": string,"is_revoked": boolean,"is_used": boolean,"max_uses": number,"note": string | null,"revoked_at": string | null,"revoked_by": string | null,"revoked_reason": string | null,"token_value": number,"used_at": string | null,"used_by": string | null,"uses": number,"creator": {
              "adjustment_reason": string | null,
"adjustment_type": string | null,
"created_at": string,
"current_tokens": number,
"deletes_at": string | null,
"email": string,
"id": string,
"invite_code_used": string | null,
"membership_end_date": string | null,
"membership_start_date": string | null,
"name": string,
"phone": string | null,
"role": string
            } | null,"redeemer": {
              "adjustment_reason": string | null,
"adjustment_type": string | null,
"created_at": string,
"current_tokens": number,
"deletes_at": string | null,
"email": string,
"id": string,
"invite_code_used": string | null,
"membership_end_date": string | null,
"membership_start_date": string | null,
"name": string,
"phone": string | null,
"role": string
            } | null,"revoker": {
              "adjustment_reason": string | null,
"adjustment_type": string | null,
"created_at": string,
"current_tokens": number,
"deletes_at": string | null,
"email": string,
"id": string,
"invite_code_used": string | null,
"membership_end_date": string | null,
"membership_start_date": string | null,
"name": string,
"phone": string | null,
"role": string
            } | null
                  }
                  ComputedFields: "creator" | "redeemer" | "revoker"
                  Insert: {
                    "batch_id"?: string | null,"code": string,"created_at"?: string,"created_by"?: string | null,"expires_at"?: string | null,"id"?: string,"is_revoked"?: never,"is_used"?: never,"max_uses"?: number,"note"?: string | null,"revoked_at"?: string | null,"revoked_by"?: string | null,"revoked_reason"?: string | null,"token_value": number,"used_at"?: string | null,"used_by"?: string | null,"uses"?: number
                  }
                  Update: {
                    "batch_id"?: string | null,"code"?: string,"created_at"?: string,"created_by"?: string | null,"expires_at"?: string | null,"id"?: string,"is_revoked"?: never,"is_used"?: never,"max_uses"?: number,"note"?: string | null,"revoked_at"?: string | null,"revoked_by"?: string | null,"revoked_reason"?: string | null,"token_value"?: number,"used_at"?: string | null,"used_by"?: string | null,"uses"?: number
                  }
                  Relationships: [
                    
                  ]
                },"token_packs": {
                  Row: {
                    "id": string,"is_on_sale": boolean,"price": number,"tokens": number
                  }
                  ComputedFields: never
                  Insert: {
                    "id"?: string,"is_on_sale"?: boolean,"price": number,"tokens": number
                  }
                  Update: {
                    "id"?: string,"is_on_sale"?: boolean,"price"?: number,"tokens"?: number
                  }
                  Relationships: [
                    
                  ]
                },"token_transactions": {
                  Row: {
                    "account_id": string,"actor_id": string | null,"amount": number,"balance_after": number,"created_at": string,"description": string,"hash": string,"id": string,"order_id": string | null,"reason": string | null,"reason_digest": string | null,"reason_salt": string | null,"redeem_code_id": string | null,"seq": number,"transaction_type": string,"user_id": string | null,"redeemed_code": {
              "batch_id": string | null,
"code": string,
"created_at": string,
"created_by": string | null,
"expires_at": string | null,
"id": string,
"is_revoked": boolean,
"is_used": boolean,
"max_uses": number,
"note": string | null,
"revoked_at": string | null,
"revoked_by": string | null,
"revoked_reason": string | null,
"token_value": number,
"used_at": string | null,
"used_by": string | null,
"uses": number
            } | null,"related_order": {
              "account_id": string,
"benefit_description": string | null,
"benefit_id": string | null,
"benefit_image_url": string | null,
"benefit_name": string | null,
"benefit_token_value": number | null,
"cancel_reason": string | null,
"created_at": string,
"credit_cap": number,
"credit_rate": number,
"customer_email": string | null,
"customer_name": string | null,
"delivery_method": string,
"due_at": string | null,
"from_stock": boolean,
"fulfilled_at": string | null,
"id": string,
"late_credit": number | null,
"order_number": string | null,
"redemption_email": string | null,
"search_text": string,
"status": string,
"unit": string,
"updated_at": string,
"user_id": string | null
            } | null
                  }
                  ComputedFields: "redeemed_code" | "related_order"
                  Insert: {
                    "account_id": string,"actor_id"?: string | null,"amount": number,"balance_after": number,"created_at": string,"description": string,"hash": string,"id"?: string,"order_id"?: string | null,"reason"?: string | null,"reason_digest"?: string | null,"reason_salt"?: string | null,"redeem_code_id"?: string | null,"seq"?: never,"transaction_type": string,"user_id"?: string | null
                  }
                  Update: {
                    "account_id"?: string,"actor_id"?: string | null,"amount"?: number,"balance_after"?: number,"created_at"?: string,"description"?: string,"hash"?: string,"id"?: string,"order_id"?: string | null,"reason"?: string | null,"reason_digest"?: string | null,"reason_salt"?: string | null,"redeem_code_id"?: string | null,"seq"?: never,"transaction_type"?: string,"user_id"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"waitlist": {
                  Row: {
                    "declined_at": string | null,"email": string,"id": string,"mailbox": string,"requested_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "declined_at"?: string | null,"email": string,"id"?: string,"mailbox": string,"requested_at"?: string
                  }
                  Update: {
                    "declined_at"?: string | null,"email"?: string,"id"?: string,"mailbox"?: string,"requested_at"?: string
                  }
                  Relationships: [
                    
                  ]
                }
          }
          Views: {
            [_ in never]: never
          }
          Functions: {
            "activity":
{ Args: { "p_actor"?: string,"p_from"?: string,"p_key_id"?: number,"p_limit"?: number,"p_reverse"?: boolean,"p_search"?: string,"p_table"?: string,"p_to"?: string }; Returns: {
              "action": string,"actor_id": string,"actor_name": string,"after": Json,"at": string,"before": Json,"id": number,"row_id": string,"subject": string,"table_name": string
            }[]
                           },
"actor":
{ Args: { "": Database["public"]['Tables']["operations"]['Row'] }; Returns: { error: true } & "the function public.actor with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
                          SetofOptions: {
        from: "operations"
        to: "profiles"
        isOneToOne: true
        isSetofReturn: true
      } },
"admin_counts":
{ Args: Record<PropertyKey, never>; Returns: {
              "active_benefits": number,"admins": number,"available_invite_codes": number,"available_token_codes": number,"benefits": number,"invite_codes": number,"late": number,"orders": number,"orders_this_week": number,"paid_members": number,"pending": number,"token_codes": number,"users": number
            }[]
                           },
"admin_second_factors":
{ Args: Record<PropertyKey, never>; Returns: {
              "authenticators": number,"email": string,"id": string,"name": string,"since": string
            }[]
                           },
"admin_today":
{ Args: Record<PropertyKey, never>; Returns: {
              "disputes": number,"disputes_due_at": string,"due_soon": number,"due_soon_at": string,"ending": number,"ending_at": string,"failed_emails": number,"has_invited": boolean,"has_logo": boolean,"has_sent_email": boolean,"late": number,"late_since": string,"payment_problems": number,"payment_problems_since": string,"reports": number,"reports_due_at": string,"short_benefit": string,"short_benefit_id": string,"short_benefit_keys": number,"short_benefits": number,"waitlist": number,"waitlist_since": string
            }[]
                           },
"announcement_dry_run":
{ Args: { "p_audience": string,"p_benefit_id": string,"p_by_email": boolean,"p_in_app": boolean }; Returns: {
              "emails": number,"failed": number,"leaving": number,"notices": number,"people": number,"unsubscribed": number,"written_to": number
            }[]
                           },
"announcement_figures":
{ Args: { "p_ids": (string)[] }; Returns: {
              "failed": number,"id": string,"opened": number,"unsubscribed": number
            }[]
                           },
"announcement_recipients":
{ Args: { "p_audience": string,"p_benefit_id": string,"p_by_email": boolean,"p_in_app": boolean,"p_limit"?: number }; Returns: {
              "by_email": boolean,"email": string,"id": string,"in_app": boolean,"name": string,"reason": string
            }[]
                           },
"answer_report":
{ Args: { "p_answer": string,"p_content"?: string,"p_kind"?: string,"p_report_id": string,"p_text"?: string }; Returns: undefined
                           },
"apply_payment_event":
{ Args: { "p_event": Json }; Returns: string
                           },
"approve_second_factor":
{ Args: { "p_person": string }; Returns: undefined
                           },
"approve_waitlist":
{ Args: { "p_dry_run"?: boolean,"p_ids": (string)[] }; Returns: {
              "email": string,"id": string,"state": string
            }[]
                           },
"ask_to_be_told":
{ Args: { "p_benefit_id": string,"p_wanted": boolean }; Returns: undefined
                           },
"assign_orders":
{ Args: { "p_assign": boolean,"p_ids": (string)[] }; Returns: number
                           },
"assignee":
{ Args: { "": Database["public"]['Tables']["order_desk"]['Row'] }; Returns: { error: true } & "the function public.assignee with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
                          SetofOptions: {
        from: "order_desk"
        to: "profiles"
        isOneToOne: true
        isSetofReturn: true
      } },
"author":
{ Args: { "": Database["public"]['Tables']["order_notes"]['Row'] }; Returns: { error: true } & "the function public.author with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
                          SetofOptions: {
        from: "order_notes"
        to: "profiles"
        isOneToOne: true
        isSetofReturn: true
      } },
"begin_refund":
{ Args: { "p_admin": string,"p_amount": number,"p_payment": string,"p_reason": string }; Returns: {
              "amount": number,"intent_id": string,"refunded": number
            }[]
                           },
"benefit":
{ Args: { "": Database["public"]['Tables']["orders"]['Row'] }; Returns: { error: true } & "the function public.benefit with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
                          SetofOptions: {
        from: "orders"
        to: "benefits"
        isOneToOne: true
        isSetofReturn: true
      } },
"benefit_facts":
{ Args: { "p_benefits": (string)[] }; Returns: {
              "awaited_since": string,"benefit_id": string,"is_awaited": boolean,"is_favourite": boolean,"is_open": boolean,"own_orders": number,"units_left": number
            }[]
                           },
"benefit_figures":
{ Args: { "p_benefits": (string)[] }; Returns: {
              "benefit_id": string,"keys_left": number,"open_orders": number,"orders": number,"tokens": number
            }[]
                           },
"browse_benefits":
{ Args: { "p_affordable"?: boolean,"p_category"?: string,"p_favourites"?: boolean,"p_key_id"?: string,"p_key_value"?: string,"p_limit"?: number,"p_search"?: string,"p_sort"?: string }; Returns: {
              "category_id": string,"closes_at": string,"created_at": string,"delivery_method": string,"description": string,"estimated_value": number,"id": string,"image_url": string,"is_awaited": boolean,"is_favourite": boolean,"is_open": boolean,"name": string,"opens_at": string,"own_orders": number,"per_member_limit": number,"token_value": number,"units_left": number
            }[]
                           },
"browse_counts":
{ Args: { "p_affordable"?: boolean,"p_category"?: string,"p_favourites"?: boolean,"p_search"?: string }; Returns: {
              "benefits": number,"category_id": string,"filter": string,"name": string
            }[]
                           },
"call_back_announcement":
{ Args: { "p_id": string }; Returns: undefined
                           },
"cancel_my_order":
{ Args: { "p_order_id": string }; Returns: string
                           },
"change_benefits":
{ Args: { "p_change"?: string,"p_dry_run"?: boolean,"p_expected"?: Json,"p_filter"?: Json,"p_ids"?: (string)[],"p_value"?: number }; Returns: {
              "as_of": string,"changed": number,"emails": number,"kept": Json,"kind": string,"moves": Json,"operation_id": string,"remaining": number,"skipped": Json,"state": string,"tokens": number,"undo_until": string,"undone": number
            }[]
                           },
"change_order":
{ Args: { "p_content"?: string,"p_kind"?: string,"p_message"?: string,"p_order_id": string,"p_reason"?: string,"p_status": string,"p_updated_at": string }; Returns: {
              "operation_id": string,"undo_until": string
            }[]
                           },
"code_counts":
{ Args: { "p_kind": string }; Returns: {
              "available": number,"expired": number,"revoked": number,"tokens_claimed": number,"tokens_lapsed": number,"tokens_left": number,"total": number,"used": number,"uses": number,"uses_left": number
            }[]
                           },
"code_details":
{ Args: { "p_id": string,"p_kind": string }; Returns: {
              "batch_available": number,"batch_codes": number,"batch_id": string,"bound_to": string,"code": string,"created_at": string,"creator": string,"expires_at": string,"id": string,"invitation_state": string,"inviter": string,"is_used": boolean,"last_sent_at": string,"max_uses": number,"note": string,"opened_at": string,"opens": number,"revoked_at": string,"revoked_reason": string,"revoker": string,"sends": number,"sent_to": string,"source": string,"token_value": number,"uses": number
            }[]
                           },
"code_users":
{ Args: { "p_id": string,"p_key_id"?: string,"p_key_value"?: string,"p_kind": string,"p_limit"?: number,"p_reverse"?: boolean }; Returns: {
              "email": string,"id": string,"name": string,"order_id": string,"order_number": string,"ordered_at": string,"tokens": number,"used_at": string,"user_id": string
            }[]
                           },
"confirm_deletion":
{ Args: { "p_token": string }; Returns: string
                           },
"continue_operation":
{ Args: { "p_operation_id": string }; Returns: {
              "as_of": string,"changed": number,"emails": number,"kept": Json,"kind": string,"moves": Json,"operation_id": string,"remaining": number,"skipped": Json,"state": string,"tokens": number,"undo_until": string,"undone": number
            }[]
                           },
"correct_invitation":
{ Args: { "p_code_id": string,"p_email": string }; Returns: undefined
                           },
"count_activity":
{ Args: { "p_actor"?: string,"p_from"?: string,"p_search"?: string,"p_table"?: string,"p_to"?: string }; Returns: number
                           },
"count_codes":
{ Args: { "p_kind": string,"p_search": string,"p_state": string }; Returns: number
                           },
"count_orders":
{ Args: { "p_filter"?: Json }; Returns: number
                           },
"count_profiles":
{ Args: { "p_group"?: string,"p_search"?: string }; Returns: number
                           },
"create_recovery_codes":
{ Args: Record<PropertyKey, never>; Returns: {
              "code": string
            }[]
                           },
"creator":
{ Args: { "": Database["public"]['Tables']["invite_codes"]['Row'] }; Returns: { error: true } & "the function public.creator with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
                          SetofOptions: {
        from: "invite_codes"
        to: "profiles"
        isOneToOne: true
        isSetofReturn: true
      } } |
{ Args: { "": Database["public"]['Tables']["redeem_codes"]['Row'] }; Returns: { error: true } & "the function public.creator with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
                          SetofOptions: {
        from: "redeem_codes"
        to: "profiles"
        isOneToOne: true
        isSetofReturn: true
      } },
"customer":
{ Args: { "": Database["public"]['Tables']["orders"]['Row'] }; Returns: { error: true } & "the function public.customer with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
                          SetofOptions: {
        from: "orders"
        to: "profiles"
        isOneToOne: true
        isSetofReturn: true
      } },
"decide_batch":
{ Args: { "p_batch_id": string,"p_release": boolean }; Returns: undefined
                           },
"decline_waitlist":
{ Args: { "p_ids": (string)[] }; Returns: number
                           },
"deliver_order":
{ Args: { "p_content"?: string,"p_kind"?: string,"p_message"?: string,"p_order_id": string,"p_updated_at": string }; Returns: string
                           },
"delivery_details":
{ Args: { "p_order_id": string }; Returns: {
              "delivered_at": string,"delivered_by": string,"email": string,"email_at": string,"email_error": string,"file_name": string,"kind": string,"mask": string,"message": string,"read_at": string,"report_id": string,"report_number": number,"report_open": boolean,"revealed_at": string,"revealed_by": string,"waits_until": string
            }[]
                           },
"delivery_figures":
{ Args: { "p_benefit_id": string }; Returns: {
              "delivered": number,"due": number,"on_time": number,"orders": number,"replaced": number,"reported": number,"reports": number,"tokens": number
            }[]
                           },
"delivery_kind":
{ Args: { "": Database["public"]['Tables']["orders"]['Row'] }; Returns: { error: true } & "the function public.delivery_kind with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
                           },
"delivery_settings":
{ Args: { "p_benefit_id": string }; Returns: {
              "file_name": string,"file_path": string,"file_size": number,"file_type": string,"instructions": string,"link": string,"low_stock": number,"message": string,"method": string
            }[]
                           },
"delivery_status":
{ Args: { "p_order_id": string }; Returns: {
              "answer": string,"answer_text": string,"answered_at": string,"delivered_at": string,"email": string,"file_name": string,"file_size": number,"file_type": string,"instructions": string,"items": number,"kind": string,"mask": string,"message": string,"method": string,"next_report": string,"read_at": string,"replaced_mask": string,"report_due_at": string,"report_reason": string,"reported_at": string
            }[]
                           },
"desk":
{ Args: { "": Database["public"]['Tables']["orders"]['Row'] }; Returns: { error: true } & "the function public.desk with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
                          SetofOptions: {
        from: "orders"
        to: "order_desk"
        isOneToOne: true
        isSetofReturn: true
      } },
"email_sender_ran_at":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"email_status":
{ Args: Record<PropertyKey, never>; Returns: {
              "given_up": number,"given_up_error": string,"last_email_at": string,"late": number
            }[]
                           },
"explain_number":
{ Args: { "p_account"?: string,"p_from"?: string,"p_number": string,"p_part"?: string,"p_to"?: string,"p_zone"?: string }; Returns: {
              "as_of": string,"row_count": number,"total": number
            }[]
                           },
"explain_rows":
{ Args: { "p_account"?: string,"p_as_of"?: string,"p_from"?: string,"p_key_id"?: string,"p_key_value"?: string,"p_limit"?: number,"p_number": string,"p_part"?: string,"p_reverse"?: boolean,"p_to"?: string,"p_zone"?: string }; Returns: {
              "amount": number,"at": string,"detail": string,"id": string,"key": string,"kind": string,"name": string,"order_id": string,"order_number": string,"person_id": string,"person_name": string,"reason": string,"state": string
            }[]
                           },
"extend_code":
{ Args: { "p_expires_at"?: string,"p_id": string,"p_kind": string }; Returns: string
                           },
"extend_memberships":
{ Args: { "p_dry_run"?: boolean,"p_expected"?: Json,"p_filter"?: Json,"p_ids"?: (string)[],"p_months"?: number }; Returns: {
              "as_of": string,"changed": number,"emails": number,"kept": Json,"kind": string,"moves": Json,"operation_id": string,"remaining": number,"skipped": Json,"state": string,"tokens": number,"undo_until": string,"undone": number
            }[]
                           },
"finish_payment_check":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"grant_tokens":
{ Args: { "p_dry_run"?: boolean,"p_expected"?: Json,"p_reason"?: string,"p_rows": Json,"p_type": string }; Returns: {
              "as_of": string,"changed": number,"emails": number,"kept": Json,"kind": string,"moves": Json,"operation_id": string,"remaining": number,"skipped": Json,"state": string,"tokens": number,"undo_until": string,"undone": number
            }[]
                           },
"import_keys":
{ Args: { "p_benefit_id": string,"p_dry_run"?: boolean,"p_keys": (string)[] }; Returns: string
                           },
"invitation_counts":
{ Args: { "p_search"?: string }; Returns: {
              "joined": number,"opened": number,"sent": number,"total": number
            }[]
                           },
"is_unopened":
{ Args: { "": Database["public"]['Tables']["orders"]['Row'] }; Returns: { error: true } & "the function public.is_unopened with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
                           },
"joined_name":
{ Args: { "": Database["public"]['Tables']["notifications"]['Row'] }; Returns: { error: true } & "the function public.joined_name with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
                           },
"keep_account":
{ Args: Record<PropertyKey, never>; Returns: boolean
                           },
"key_counts":
{ Args: { "p_benefit_id": string }; Returns: {
              "available": number,"delivered": number,"delivered_in_30_days": number,"quarantined": number
            }[]
                           },
"key_import":
{ Args: { "p_id": string }; Returns: {
              "added": number,"batch": number,"problems": Json
            }[]
                           },
"late_credit_left":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"lease_emails":
{ Args: { "p_limit": number }; Returns: {
              "attempt": number,"data": Json,"email": string,"id": string,"kind": string,"own": boolean,"unsubscribe": string
            }[]
                           },
"make_first_admin":
{ Args: { "p_email": string }; Returns: string
                           },
"mark_email_failed":
{ Args: { "p_attempt": number,"p_error": string,"p_id": string,"p_permanent": boolean }; Returns: undefined
                           },
"mark_email_sent":
{ Args: { "p_id": string }; Returns: undefined
                           },
"my_data":
{ Args: { "p_after"?: number,"p_part": string }; Returns: Json
                           },
"my_data_counts":
{ Args: Record<PropertyKey, never>; Returns: {
              "entries": number,"invitations": number,"invitations_left": number,"notices": number,"open_orders": number,"open_tokens": number,"orders": number,"payments": number,"requested_at": string
            }[]
                           },
"my_devices":
{ Args: Record<PropertyKey, never>; Returns: {
              "id": string,"is_current": boolean,"seen_at": string,"signed_in_at": string,"user_agent": string
            }[]
                           },
"my_invitations":
{ Args: Record<PropertyKey, never>; Returns: {
              "bonus": number,"code": string,"invitations": Json,"own_bonus": number,"own_joined_at": string,"own_received": number,"quota": number,"received": number,"remaining": number,"until": string
            }[]
                           },
"my_membership":
{ Args: Record<PropertyKey, never>; Returns: {
              "full_price": number,"is_launch": boolean,"launch_places": number,"launch_places_left": number,"must_pay": boolean,"payments": string,"price": number,"sells_tokens": boolean,"state": string
            }[]
                           },
"my_second_factor":
{ Args: Record<PropertyKey, never>; Returns: {
              "approved": boolean,"recovery_codes": number,"required": boolean
            }[]
                           },
"my_totals":
{ Args: { "p_type"?: string }; Returns: {
              "received": number,"received_count": number,"spent": number,"spent_count": number
            }[]
                           },
"note_orders":
{ Args: { "p_dry_run"?: boolean,"p_expected"?: Json,"p_filter"?: Json,"p_ids"?: (string)[],"p_note"?: string }; Returns: {
              "as_of": string,"changed": number,"emails": number,"kept": Json,"kind": string,"moves": Json,"operation_id": string,"remaining": number,"skipped": Json,"state": string,"tokens": number,"undo_until": string,"undone": number
            }[]
                           },
"on_time_figures":
{ Args: Record<PropertyKey, never>; Returns: {
              "due": number,"on_time": number
            }[]
                           },
"open_delivery":
{ Args: { "p_order_id": string }; Returns: undefined
                           },
"open_invitation":
{ Args: { "p_code": string,"p_token"?: string }; Returns: {
              "bound": Json,"email": Json,"inviter": Json,"name": Json,"ok": Json,"opening_balance": Json
            }[]
                           },
"open_payment":
{ Args: { "p_anew"?: boolean,"p_kind": string,"p_live": boolean,"p_member": string,"p_tokens": number }; Returns: {
              "amount": number,"created_at": string,"currency": string,"email": string,"id": string,"tokens": number
            }[]
                           },
"operation_rows":
{ Args: { "p_after"?: number,"p_limit"?: number,"p_operation_id": string,"p_state"?: string }; Returns: {
              "label": string,"position": number,"reason": string,"reason_at": string,"reason_by": string,"row_id": string,"state": string,"tokens": number
            }[]
                           },
"order_categories":
{ Args: { "p_ids": (string)[] }; Returns: undefined
                           },
"order_counts":
{ Args: Record<PropertyKey, never>; Returns: {
              "count": number,"status": string
            }[]
                           },
"order_delivery":
{ Args: { "p_order_id": string }; Returns: {
              "content": string,"delivered_at": string,"instructions": string,"kind": string,"message": string,"method": string,"name": string,"path": string,"size": number,"type": string
            }[]
                           },
"order_events":
{ Args: { "p_order_id": string }; Returns: {
              "actor": string,"at": string,"detail": Json,"event": string
            }[]
                           },
"order_history":
{ Args: { "p_order_id": string }; Returns: {
              "actor_id": string,"actor_name": string,"at": string,"from_status": string,"is_undo": boolean,"operation_id": string,"to_status": string
            }[]
                           },
"payment_caller":
{ Args: Record<PropertyKey, never>; Returns: {
              "id": string,"is_admin": boolean
            }[]
                           },
"payment_problems":
{ Args: Record<PropertyKey, never>; Returns: {
              "at": string,"id": string,"intent_id": string,"payment_id": string,"problem": string,"times": number,"type": string
            }[]
                           },
"payment_reference":
{ Args: { "p_caller": string,"p_payment": string }; Returns: string
                           },
"payment_sums":
{ Args: { "p_from"?: string,"p_to"?: string }; Returns: {
              "memberships": number,"memberships_amount": number,"packs": number,"packs_amount": number,"refunded": number,"refunds": number,"renewals": number,"renewals_amount": number,"revenue": number
            }[]
                           },
"pending_orders":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"person":
{ Args: { "": Database["public"]['Tables']["code_uses"]['Row'] }; Returns: { error: true } & "the function public.person with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
                          SetofOptions: {
        from: "code_uses"
        to: "profiles"
        isOneToOne: true
        isSetofReturn: true
      } },
"person_figures":
{ Args: { "p_id": string }; Returns: {
              "confirmed_at": string,"given_up_emails": number,"given_up_error": string,"last_sign_in_at": string,"late_orders": number,"messages": number,"notes": number,"open_orders": number,"open_reports": number,"received": number,"reports": number,"spent": number,"unread_notices": number
            }[]
                           },
"person_messages":
{ Args: { "p_id": string,"p_key_id"?: string,"p_key_value"?: string,"p_limit"?: number,"p_reverse"?: boolean }; Returns: {
              "benefit_id": string,"by_email": boolean,"count": number,"created_at": string,"data": Json,"elsewhere": boolean,"error": string,"id": string,"kind": string,"order_id": string,"order_number": string,"read_at": string,"state": string
            }[]
                           },
"person_notes":
{ Args: { "p_id": string,"p_key_id"?: string,"p_key_value"?: string,"p_limit"?: number,"p_reverse"?: boolean }; Returns: {
              "author_name": string,"benefit_name": string,"body": string,"created_at": string,"id": string,"order_id": string,"order_number": string
            }[]
                           },
"person_reports":
{ Args: { "p_id": string,"p_key_id"?: string,"p_key_value"?: string,"p_limit"?: number,"p_reverse"?: boolean }; Returns: {
              "answer": string,"answer_text": string,"answered_at": string,"benefit_name": string,"created_at": string,"id": string,"number": number,"order_id": string,"order_number": string,"outcome": string,"reason": string
            }[]
                           },
"public_settings":
{ Args: Record<PropertyKey, never>; Returns: {
              "contact_address": string,"launch_places": number,"launch_places_left": number,"launch_price": number,"membership_price": number
            }[]
                           },
"reconcile":
{ Args: Record<PropertyKey, never>; Returns: {
              "account_id": string,"problem": string
            }[]
                           },
"redeem_code":
{ Args: { "p_code": string,"p_request_id"?: string }; Returns: {
              "balance": Json,"ok": Json,"token_value": Json
            }[]
                           },
"redeemed_code":
{ Args: { "": Database["public"]['Tables']["token_transactions"]['Row'] }; Returns: { error: true } & "the function public.redeemed_code with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
                          SetofOptions: {
        from: "token_transactions"
        to: "redeem_codes"
        isOneToOne: true
        isSetofReturn: true
      } },
"redeemer":
{ Args: { "": Database["public"]['Tables']["invite_codes"]['Row'] }; Returns: { error: true } & "the function public.redeemer with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
                          SetofOptions: {
        from: "invite_codes"
        to: "profiles"
        isOneToOne: true
        isSetofReturn: true
      } } |
{ Args: { "": Database["public"]['Tables']["redeem_codes"]['Row'] }; Returns: { error: true } & "the function public.redeemer with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
                          SetofOptions: {
        from: "redeem_codes"
        to: "profiles"
        isOneToOne: true
        isSetofReturn: true
      } },
"related_order":
{ Args: { "": Database["public"]['Tables']["token_transactions"]['Row'] }; Returns: { error: true } & "the function public.related_order with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
                          SetofOptions: {
        from: "token_transactions"
        to: "orders"
        isOneToOne: true
        isSetofReturn: true
      } },
"release_payments":
{ Args: { "p_ids": (string)[] }; Returns: number
                           },
"remove_from_waitlist":
{ Args: { "p_ids": (string)[] }; Returns: number
                           },
"report_counts":
{ Args: Record<PropertyKey, never>; Returns: {
              "due_within_hour": number,"in_30_days": number,"median_hours": number,"open": number,"replaced_in_30_days": number
            }[]
                           },
"report_delivery":
{ Args: { "p_items"?: number,"p_key_refused"?: boolean,"p_order_id": string,"p_reason": string }; Returns: {
              "outcome": string
            }[]
                           },
"report_details":
{ Args: { "p_report_id": string }; Returns: {
              "answer": string,"answer_text": string,"answered_at": string,"answered_by": string,"batch": number,"benefit_id": string,"benefit_name": string,"can_replace": boolean,"created_at": string,"customer_email": string,"customer_id": string,"customer_name": string,"delivered_at": string,"due_at": string,"id": string,"mask": string,"method": string,"number": number,"order_id": string,"order_number": string,"order_status": string,"outcome": string,"price": number,"reason": string
            }[]
                           },
"report_payment_mode":
{ Args: { "p_live": boolean }; Returns: undefined
                           },
"request_deletion":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"request_invitation":
{ Args: { "p_email": string }; Returns: boolean
                           },
"resend_delivery":
{ Args: { "p_order_id": string }; Returns: boolean
                           },
"resend_invitation":
{ Args: { "p_code_id": string }; Returns: undefined
                           },
"reset_second_factor":
{ Args: { "p_person": string }; Returns: undefined
                           },
"reveal_delivery":
{ Args: { "p_order_id": string }; Returns: undefined
                           },
"reveal_key":
{ Args: { "p_key_id": number }; Returns: undefined
                           },
"revealed_delivery":
{ Args: { "p_order_id": string }; Returns: string
                           },
"revealed_key":
{ Args: { "p_key_id": number }; Returns: string
                           },
"revoke_codes":
{ Args: { "p_dry_run"?: boolean,"p_expected"?: Json,"p_filter"?: Json,"p_ids"?: (string)[],"p_kind": string,"p_reason"?: string }; Returns: {
              "as_of": string,"changed": number,"emails": number,"kept": Json,"kind": string,"moves": Json,"operation_id": string,"remaining": number,"skipped": Json,"state": string,"tokens": number,"undo_until": string,"undone": number
            }[]
                           },
"revoke_invitation":
{ Args: { "p_code_id": string }; Returns: undefined
                           },
"revoker":
{ Args: { "": Database["public"]['Tables']["invite_codes"]['Row'] }; Returns: { error: true } & "the function public.revoker with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
                          SetofOptions: {
        from: "invite_codes"
        to: "profiles"
        isOneToOne: true
        isSetofReturn: true
      } } |
{ Args: { "": Database["public"]['Tables']["redeem_codes"]['Row'] }; Returns: { error: true } & "the function public.revoker with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
                          SetofOptions: {
        from: "redeem_codes"
        to: "profiles"
        isOneToOne: true
        isSetofReturn: true
      } },
"run_due":
{ Args: Record<PropertyKey, never>; Returns: (string)[]
                           },
"save_benefit":
{ Args: { "p_benefit_id": string,"p_opened": Json,"p_values": Json }; Returns: undefined
                           },
"save_settings":
{ Args: { "p_opened": Json,"p_values": Json }; Returns: undefined
                           },
"save_token_packs":
{ Args: { "p_opened": Json,"p_packs": Json }; Returns: undefined
                           },
"schema_digest":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"search_everything":
{ Args: { "p_all"?: boolean,"p_term": string }; Returns: {
              "detail": string,"id": string,"kind": string,"state": string,"title": string
            }[]
                           },
"search_invitations":
{ Args: { "p_key_id"?: string,"p_key_value"?: string,"p_limit"?: number,"p_reverse"?: boolean,"p_search"?: string }; Returns: {
              "bound": boolean,"code": string,"code_id": string,"created_at": string,"email": string,"expires_at": string,"inviter": string,"joined_at": string,"joined_id": string,"joined_name": string,"last_sent_at": string,"membership_ends_at": string,"message": string,"name": string,"opened_at": string,"opening_balance": number,"opens": number,"queued_at": string,"sends": number,"source": string,"state": string
            }[]
                           },
"search_invite_codes":
{ Args: { "p_ascending"?: boolean,"p_key_id"?: string,"p_key_value"?: string,"p_limit"?: number,"p_reverse"?: boolean,"p_search": string,"p_sort"?: string,"p_state": string }; Returns: {
              "batch_id": string | null,
"code": string,
"created_at": string,
"created_by": string | null,
"email": string | null,
"expires_at": string | null,
"id": string,
"is_plain": boolean,
"is_revoked": boolean,
"is_used": boolean,
"max_uses": number,
"note": string | null,
"revoked_at": string | null,
"revoked_by": string | null,
"revoked_reason": string | null,
"used_at": string | null,
"used_by": string | null,
"uses": number
            }[]
                          SetofOptions: {
        from: "*"
        to: "invite_codes"
        isOneToOne: false
        isSetofReturn: true
      } },
"search_keys":
{ Args: { "p_benefit_id": string,"p_key_id"?: number,"p_limit"?: number,"p_reverse"?: boolean,"p_search"?: string,"p_state"?: string }; Returns: {
              "batch": number,"changed_at": string,"customer_name": string,"id": number,"mask": string,"order_id": string,"order_number": string,"state": string
            }[]
                           },
"search_orders":
{ Args: { "p_filter"?: Json,"p_key_id"?: string,"p_key_value"?: string,"p_limit"?: number,"p_reverse"?: boolean,"p_sort"?: string }; Returns: {
              "account_id": string,
"benefit_description": string | null,
"benefit_id": string | null,
"benefit_image_url": string | null,
"benefit_name": string | null,
"benefit_token_value": number | null,
"cancel_reason": string | null,
"created_at": string,
"credit_cap": number,
"credit_rate": number,
"customer_email": string | null,
"customer_name": string | null,
"delivery_method": string,
"due_at": string | null,
"from_stock": boolean,
"fulfilled_at": string | null,
"id": string,
"late_credit": number | null,
"order_number": string | null,
"redemption_email": string | null,
"search_text": string,
"status": string,
"unit": string,
"updated_at": string,
"user_id": string | null
            }[]
                          SetofOptions: {
        from: "*"
        to: "orders"
        isOneToOne: false
        isSetofReturn: true
      } },
"search_payments":
{ Args: { "p_from"?: string,"p_key_id"?: string,"p_key_value"?: string,"p_limit"?: number,"p_reverse"?: boolean,"p_search"?: string,"p_state"?: string,"p_to"?: string }; Returns: {
              "amount": number,"created_at": string,"dispute_due_at": string,"dispute_reason": string,"dispute_status": string,"email": string,"ends_at": string,"id": string,"intent_id": string,"is_renewal": boolean,"is_test": boolean,"kind": string,"name": string,"paid_at": string,"refund_failed_at": string,"refund_reason": string,"refunded": number,"refunded_at": string,"starts_at": string,"state": string,"tokens": number,"tokens_returned": number,"tokens_unspent": number,"user_id": string
            }[]
                           },
"search_profiles":
{ Args: { "p_ascending"?: boolean,"p_group"?: string,"p_key_id"?: string,"p_key_value"?: string,"p_limit"?: number,"p_reverse"?: boolean,"p_search"?: string,"p_sort"?: string }; Returns: {
              "adjustment_reason": string | null,
"adjustment_type": string | null,
"created_at": string,
"current_tokens": number,
"deletes_at": string | null,
"email": string,
"id": string,
"invite_code_used": string | null,
"membership_end_date": string | null,
"membership_start_date": string | null,
"name": string,
"phone": string | null,
"role": string
            }[]
                          SetofOptions: {
        from: "*"
        to: "profiles"
        isOneToOne: false
        isSetofReturn: true
      } },
"search_redeem_codes":
{ Args: { "p_ascending"?: boolean,"p_key_id"?: string,"p_key_value"?: string,"p_limit"?: number,"p_reverse"?: boolean,"p_search": string,"p_sort"?: string,"p_state": string }; Returns: {
              "batch_id": string | null,
"code": string,
"created_at": string,
"created_by": string | null,
"expires_at": string | null,
"id": string,
"is_revoked": boolean,
"is_used": boolean,
"max_uses": number,
"note": string | null,
"revoked_at": string | null,
"revoked_by": string | null,
"revoked_reason": string | null,
"token_value": number,
"used_at": string | null,
"used_by": string | null,
"uses": number
            }[]
                          SetofOptions: {
        from: "*"
        to: "redeem_codes"
        isOneToOne: false
        isSetofReturn: true
      } },
"search_reports":
{ Args: { "p_benefit_id"?: string,"p_key_id"?: string,"p_key_time"?: string,"p_limit"?: number,"p_open"?: boolean,"p_reverse"?: boolean,"p_search"?: string }; Returns: {
              "answer": string,"answered_at": string,"batch": number,"benefit_id": string,"benefit_name": string,"created_at": string,"customer_name": string,"due_at": string,"earlier": number,"id": string,"method": string,"number": number,"order_id": string,"order_number": string,"outcome": string,"reason": string
            }[]
                           },
"second_factors_of":
{ Args: { "p_person": string }; Returns: {
              "authenticators": number,"awaits_approval": boolean
            }[]
                           },
"send_announcement":
{ Args: { "p_audience": string,"p_benefit_id": string,"p_body": string,"p_by_email": boolean,"p_expected": number,"p_id": string,"p_in_app": boolean,"p_send_at"?: string,"p_title": string }; Returns: string
                           },
"send_invitations":
{ Args: { "p_bound"?: boolean,"p_days"?: number,"p_dry_run"?: boolean,"p_message"?: string,"p_rows": Json }; Returns: {
              "email": string,"position": number,"state": string
            }[]
                           },
"send_message":
{ Args: { "p_id": string,"p_person": string,"p_text": string,"p_title": string }; Returns: undefined
                           },
"send_test_email":
{ Args: { "p_template": string }; Returns: string
                           },
"set_favourite":
{ Args: { "p_benefit_id": string,"p_favourite": boolean }; Returns: undefined
                           },
"set_key_aside":
{ Args: { "p_aside": boolean,"p_key_id": number }; Returns: string
                           },
"set_keys_aside":
{ Args: { "p_aside"?: boolean,"p_dry_run"?: boolean,"p_expected"?: Json,"p_filter"?: Json,"p_ids"?: (number)[] }; Returns: {
              "as_of": string,"changed": number,"emails": number,"kept": Json,"kind": string,"moves": Json,"operation_id": string,"remaining": number,"skipped": Json,"state": string,"tokens": number,"undo_until": string,"undone": number
            }[]
                           },
"set_order_statuses":
{ Args: { "p_content"?: string,"p_dry_run"?: boolean,"p_expected"?: Json,"p_filter"?: Json,"p_ids"?: (string)[],"p_kind"?: string,"p_message"?: string,"p_note"?: string,"p_reason"?: string,"p_status"?: string }; Returns: {
              "as_of": string,"changed": number,"emails": number,"kept": Json,"kind": string,"moves": Json,"operation_id": string,"remaining": number,"skipped": Json,"state": string,"tokens": number,"undo_until": string,"undone": number
            }[]
                           },
"settle_operation":
{ Args: { "p_operation_id": string }; Returns: undefined
                           },
"settle_payment_problem":
{ Args: { "p_id": string }; Returns: boolean
                           },
"stock":
{ Args: { "": Database["public"]['Tables']["benefits"]['Row'] }; Returns: { error: true } & "the function public.stock with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
                           },
"suspect_batches":
{ Args: Record<PropertyKey, never>; Returns: {
              "batch": number,"benefit_id": string,"benefit_name": string,"delivered": number,"held": number,"id": string,"keys": number,"other_keys_left": number,"quarantined_at": string,"reported": number
            }[]
                           },
"taken_codes":
{ Args: { "p_codes": (string)[],"p_kind": string }; Returns: number[]
                           },
"test_email":
{ Args: { "p_id": string }; Returns: {
              "error": string,"next_attempt_at": string,"state": string
            }[]
                           },
"token_flow":
{ Args: { "p_step": string,"p_steps": number,"p_zone": string }; Returns: {
              "issued": number,"outstanding": number,"spent": number,"starts_on": string
            }[]
                           },
"undo_operation":
{ Args: { "p_operation_id": string }; Returns: {
              "as_of": string,"changed": number,"emails": number,"kept": Json,"kind": string,"moves": Json,"operation_id": string,"remaining": number,"skipped": Json,"state": string,"tokens": number,"undo_until": string,"undone": number
            }[]
                           },
"unknown_payment_events":
{ Args: { "p_ids": (string)[] }; Returns: (string)[]
                           },
"unsubscribe":
{ Args: { "p_token": string }; Returns: {
              "kind": string,"ok": boolean
            }[]
                           },
"use_recovery_code":
{ Args: { "p_code": string }; Returns: Json
                           },
"validate_invite_code":
{ Args: { "code_to_check": string }; Returns: {
              "is_valid": Json
            }[]
                           },
"view_counts":
{ Args: { "p_filters": (Json)[] }; Returns: (number)[]
                           }
          }
          Enums: {
            [_ in never]: never
          }
          CompositeTypes: {
            [_ in never]: never
          }
        }
}
