
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  
  "public": {
          Tables: {
            "app_settings": {
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
                    "created_at": string,"delivery_method": string,"description": string,"id": string,"image_url": string | null,"is_active": boolean,"name": string,"token_value": number,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"delivery_method"?: string,"description": string,"id"?: string,"image_url"?: string | null,"is_active"?: boolean,"name": string,"token_value": number,"updated_at"?: string
                  }
                  Update: {
                    "created_at"?: string,"delivery_method"?: string,"description"?: string,"id"?: string,"image_url"?: string | null,"is_active"?: boolean,"name"?: string,"token_value"?: number,"updated_at"?: string
                  }
                  Relationships: [
                    
                  ]
                },"invite_codes": {
                  Row: {
                    "batch_id": string | null,"code": string,"created_at": string,"created_by": string | null,"id": string,"is_used": boolean,"note": string | null,"used_at": string | null,"used_by": string | null,"redeemer": {
              "adjustment_reason": string | null,
"created_at": string,
"current_tokens": number,
"email": string,
"id": string,
"invite_code_used": string | null,
"membership_end_date": string | null,
"membership_start_date": string,
"name": string,
"phone": string | null,
"role": string
            } | null
                  }
                  ComputedFields: "redeemer"
                  Insert: {
                    "batch_id"?: string | null,"code": string,"created_at"?: string,"created_by"?: string | null,"id"?: string,"is_used"?: boolean,"note"?: string | null,"used_at"?: string | null,"used_by"?: string | null
                  }
                  Update: {
                    "batch_id"?: string | null,"code"?: string,"created_at"?: string,"created_by"?: string | null,"id"?: string,"is_used"?: boolean,"note"?: string | null,"used_at"?: string | null,"used_by"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"orders": {
                  Row: {
                    "account_id": string,"benefit_description": string | null,"benefit_id": string | null,"benefit_image_url": string | null,"benefit_name": string | null,"benefit_token_value": number | null,"created_at": string,"customer_email": string | null,"customer_name": string | null,"delivery_method": string,"due_at": string | null,"id": string,"order_number": string | null,"redemption_email": string | null,"search_text": string,"status": string,"updated_at": string,"user_id": string | null,"benefit": {
              "created_at": string,
"delivery_method": string,
"description": string,
"id": string,
"image_url": string | null,
"is_active": boolean,
"name": string,
"token_value": number,
"updated_at": string
            } | null,"customer": {
              "adjustment_reason": string | null,
"created_at": string,
"current_tokens": number,
"email": string,
"id": string,
"invite_code_used": string | null,
"membership_end_date": string | null,
"membership_start_date": string,
"name": string,
"phone": string | null,
"role": string
            } | null
                  }
                  ComputedFields: "benefit" | "customer"
                  Insert: {
                    "account_id"?: string,"benefit_description"?: string | null,"benefit_id"?: string | null,"benefit_image_url"?: string | null,"benefit_name"?: string | null,"benefit_token_value"?: number | null,"created_at"?: string,"customer_email"?: string | null,"customer_name"?: string | null,"delivery_method"?: string,"due_at"?: string | null,"id"?: string,"order_number"?: string | null,"redemption_email"?: string | null,"search_text"?: never,"status"?: string,"updated_at"?: string,"user_id"?: string | null
                  }
                  Update: {
                    "account_id"?: string,"benefit_description"?: string | null,"benefit_id"?: string | null,"benefit_image_url"?: string | null,"benefit_name"?: string | null,"benefit_token_value"?: number | null,"created_at"?: string,"customer_email"?: string | null,"customer_name"?: string | null,"delivery_method"?: string,"due_at"?: string | null,"id"?: string,"order_number"?: string | null,"redemption_email"?: string | null,"search_text"?: never,"status"?: string,"updated_at"?: string,"user_id"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"profiles": {
                  Row: {
                    "adjustment_reason": string | null,"created_at": string,"current_tokens": number,"email": string,"id": string,"invite_code_used": string | null,"membership_end_date": string | null,"membership_start_date": string,"name": string,"phone": string | null,"role": string
                  }
                  ComputedFields: never
                  Insert: {
                    "adjustment_reason"?: string | null,"created_at"?: string,"current_tokens"?: number,"email": string,"id": string,"invite_code_used"?: string | null,"membership_end_date"?: string | null,"membership_start_date"?: string,"name": string,"phone"?: string | null,"role"?: string
                  }
                  Update: {
                    "adjustment_reason"?: string | null,"created_at"?: string,"current_tokens"?: number,"email"?: string,"id"?: string,"invite_code_used"?: string | null,"membership_end_date"?: string | null,"membership_start_date"?: string,"name"?: string,"phone"?: string | null,"role"?: string
                  }
                  Relationships: [
                    
                  ]
                },"redeem_codes": {
                  Row: {
                    "batch_id": string | null,"code": string,"created_at": string,"created_by": string | null,"id": string,"is_used": boolean,"note": string | null,"token_value": number,"used_at": string | null,"used_by": string | null,"redeemer": {
              "adjustment_reason": string | null,
"created_at": string,
"current_tokens": number,
"email": string,
"id": string,
"invite_code_used": string | null,
"membership_end_date": string | null,
"membership_start_date": string,
"name": string,
"phone": string | null,
"role": string
            } | null
                  }
                  ComputedFields: "redeemer"
                  Insert: {
                    "batch_id"?: string | null,"code": string,"created_at"?: string,"created_by"?: string | null,"id"?: string,"is_used"?: boolean,"note"?: string | null,"token_value": number,"used_at"?: string | null,"used_by"?: string | null
                  }
                  Update: {
                    "batch_id"?: string | null,"code"?: string,"created_at"?: string,"created_by"?: string | null,"id"?: string,"is_used"?: boolean,"note"?: string | null,"token_value"?: number,"used_at"?: string | null,"used_by"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"token_transactions": {
                  Row: {
                    "account_id": string,"actor_id": string | null,"amount": number,"balance_after": number,"created_at": string,"description": string,"id": string,"order_id": string | null,"reason": string | null,"redeem_code_id": string | null,"seq": number,"transaction_type": string,"user_id": string | null,"related_order": {
              "account_id": string,
"benefit_description": string | null,
"benefit_id": string | null,
"benefit_image_url": string | null,
"benefit_name": string | null,
"benefit_token_value": number | null,
"created_at": string,
"customer_email": string | null,
"customer_name": string | null,
"delivery_method": string,
"due_at": string | null,
"id": string,
"order_number": string | null,
"redemption_email": string | null,
"search_text": string,
"status": string,
"updated_at": string,
"user_id": string | null
            } | null
                  }
                  ComputedFields: "related_order"
                  Insert: {
                    "account_id": string,"actor_id"?: string | null,"amount": number,"balance_after": number,"created_at": string,"description": string,"id"?: string,"order_id"?: string | null,"reason"?: string | null,"redeem_code_id"?: string | null,"seq"?: never,"transaction_type": string,"user_id"?: string | null
                  }
                  Update: {
                    "account_id"?: string,"actor_id"?: string | null,"amount"?: number,"balance_after"?: number,"created_at"?: string,"description"?: string,"id"?: string,"order_id"?: string | null,"reason"?: string | null,"redeem_code_id"?: string | null,"seq"?: never,"transaction_type"?: string,"user_id"?: string | null
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
{ Args: { "p_key_id"?: number,"p_limit"?: number,"p_reverse"?: boolean,"p_search"?: string,"p_table"?: string }; Returns: {
              "action": string,"actor_id": string,"actor_name": string,"after": Json,"at": string,"before": Json,"id": number,"row_id": string,"subject": string,"table_name": string
            }[]
                           },
"admin_counts":
{ Args: Record<PropertyKey, never>; Returns: {
              "active_benefits": number,"admins": number,"available_invite_codes": number,"available_token_codes": number,"benefits": number,"invite_codes": number,"orders": number,"orders_this_week": number,"overdue": number,"pending": number,"token_codes": number,"users": number
            }[]
                           },
"answer_report":
{ Args: { "p_answer": string,"p_report_id": string,"p_text"?: string }; Returns: undefined
                           },
"benefit":
{ Args: { "": Database["public"]['Tables']["orders"]['Row'] }; Returns: { error: true } & "the function public.benefit with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache"
                          SetofOptions: {
        from: "orders"
        to: "benefits"
        isOneToOne: true
        isSetofReturn: true
      } },
"benefit_figures":
{ Args: { "p_benefits": (string)[] }; Returns: {
              "benefit_id": string,"orders": number,"tokens": number
            }[]
                           },
"benefit_stock":
{ Args: { "p_benefits": (string)[] }; Returns: {
              "benefit_id": string,"keys_left": number
            }[]
                           },
"code_counts":
{ Args: { "p_kind": string }; Returns: {
              "available": number,"tokens_available": number,"tokens_total": number,"tokens_used": number,"total": number,"used": number
            }[]
                           },
"count_activity":
{ Args: { "p_search"?: string,"p_table"?: string }; Returns: number
                           },
"count_codes":
{ Args: { "p_kind": string,"p_search": string,"p_used": boolean }; Returns: number
                           },
"count_orders":
{ Args: { "p_from"?: string,"p_search"?: string,"p_status"?: string,"p_to"?: string }; Returns: number
                           },
"count_profiles":
{ Args: { "p_search"?: string }; Returns: number
                           },
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
"deliver_order":
{ Args: { "p_content"?: string,"p_kind"?: string,"p_message"?: string,"p_order_id": string,"p_updated_at": string }; Returns: string
                           },
"delivery_figures":
{ Args: { "p_benefit_id": string }; Returns: {
              "delivered": number,"due": number,"on_time": number,"orders": number,"replaced": number,"reported": number,"reports": number,"tokens": number
            }[]
                           },
"delivery_settings":
{ Args: { "p_benefit_id": string }; Returns: {
              "file_name": string,"file_path": string,"file_size": number,"file_type": string,"instructions": string,"link": string,"low_stock": number,"method": string,"updated_at": string
            }[]
                           },
"delivery_status":
{ Args: { "p_order_id": string }; Returns: {
              "answer": string,"answer_text": string,"answered_at": string,"delivered_at": string,"file_name": string,"file_size": number,"file_type": string,"instructions": string,"items": number,"kind": string,"mask": string,"message": string,"method": string,"next_report": string,"read_at": string,"replaced_mask": string,"report_due_at": string,"report_reason": string,"reported_at": string
            }[]
                           },
"email_sender_ran_at":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"email_status":
{ Args: Record<PropertyKey, never>; Returns: {
              "given_up": number,"given_up_error": string,"last_email_at": string,"late": number
            }[]
                           },
"import_keys":
{ Args: { "p_benefit_id": string,"p_dry_run"?: boolean,"p_keys": (string)[] }; Returns: {
              "added": number,"batch": number,"problems": Json
            }[]
                           },
"key_counts":
{ Args: { "p_benefit_id": string }; Returns: {
              "available": number,"delivered": number,"delivered_in_30_days": number,"quarantined": number
            }[]
                           },
"last_delivery":
{ Args: { "p_benefit_id": string }; Returns: {
              "content": string,"kind": string,"message": string
            }[]
                           },
"launch_spots_left":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"lease_emails":
{ Args: { "p_limit": number }; Returns: {
              "attempt": number,"data": Json,"email": string,"id": string,"kind": string,"own": boolean
            }[]
                           },
"mark_email_failed":
{ Args: { "p_attempt": number,"p_error": string,"p_id": string,"p_permanent": boolean }; Returns: undefined
                           },
"mark_email_sent":
{ Args: { "p_id": string }; Returns: undefined
                           },
"my_totals":
{ Args: { "p_type"?: string }; Returns: {
              "received": number,"received_count": number,"spent": number,"spent_count": number
            }[]
                           },
"order_counts":
{ Args: Record<PropertyKey, never>; Returns: {
              "count": number,"overdue": number,"status": string
            }[]
                           },
"order_delivery":
{ Args: { "p_order_id": string }; Returns: {
              "content": string,"delivered_at": string,"instructions": string,"kind": string,"message": string,"method": string,"name": string,"path": string,"size": number,"type": string
            }[]
                           },
"order_emails":
{ Args: { "p_order_id": string }; Returns: {
              "at": string,"elsewhere": boolean,"kind": string,"state": string
            }[]
                           },
"order_events":
{ Args: { "p_order_id": string }; Returns: {
              "actor": string,"at": string,"detail": Json,"event": string
            }[]
                           },
"order_flow":
{ Args: { "p_days": number,"p_zone": string }; Returns: {
              "cancelled": number,"completed": number,"day": string,"delivered": number,"pending": number,"processing": number
            }[]
                           },
"order_history":
{ Args: { "p_order_id": string }; Returns: {
              "actor_id": string,"actor_name": string,"at": string,"from_status": string,"to_status": string
            }[]
                           },
"pending_orders":
{ Args: Record<PropertyKey, never>; Returns: number
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
"report_counts":
{ Args: Record<PropertyKey, never>; Returns: {
              "due_within_hour": number,"in_30_days": number,"median_hours": number,"open": number,"replaced_in_30_days": number
            }[]
                           },
"report_delivery":
{ Args: { "p_order_id": string,"p_reason": string }; Returns: {
              "outcome": string
            }[]
                           },
"report_details":
{ Args: { "p_report_id": string }; Returns: {
              "answer": string,"answer_text": string,"answered_at": string,"answered_by": string,"batch": number,"benefit_id": string,"benefit_name": string,"can_replace": boolean,"created_at": string,"customer_email": string,"customer_id": string,"customer_name": string,"delivered_at": string,"due_at": string,"id": string,"mask": string,"method": string,"number": number,"order_id": string,"order_number": string,"order_status": string,"outcome": string,"price": number,"reason": string
            }[]
                           },
"reveal_key":
{ Args: { "p_key_id": number }; Returns: string
                           },
"save_delivery_settings":
{ Args: { "p_benefit_id": string,"p_file"?: Json,"p_instructions"?: string,"p_link"?: string,"p_low_stock"?: number,"p_method": string,"p_updated_at": string }; Returns: string
                           },
"search_invite_codes":
{ Args: { "p_key_id"?: string,"p_key_value"?: string,"p_limit"?: number,"p_reverse"?: boolean,"p_search": string,"p_used": boolean }; Returns: {
              "batch_id": string | null,
"code": string,
"created_at": string,
"created_by": string | null,
"id": string,
"is_used": boolean,
"note": string | null,
"used_at": string | null,
"used_by": string | null
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
{ Args: { "p_from"?: string,"p_key_id"?: string,"p_key_value"?: string,"p_limit"?: number,"p_reverse"?: boolean,"p_search": string,"p_status"?: string,"p_to"?: string }; Returns: {
              "account_id": string,
"benefit_description": string | null,
"benefit_id": string | null,
"benefit_image_url": string | null,
"benefit_name": string | null,
"benefit_token_value": number | null,
"created_at": string,
"customer_email": string | null,
"customer_name": string | null,
"delivery_method": string,
"due_at": string | null,
"id": string,
"order_number": string | null,
"redemption_email": string | null,
"search_text": string,
"status": string,
"updated_at": string,
"user_id": string | null
            }[]
                          SetofOptions: {
        from: "*"
        to: "orders"
        isOneToOne: false
        isSetofReturn: true
      } },
"search_profiles":
{ Args: { "p_ascending"?: boolean,"p_key_id"?: string,"p_key_value"?: string,"p_limit"?: number,"p_reverse"?: boolean,"p_search"?: string,"p_sort"?: string }; Returns: {
              "adjustment_reason": string | null,
"created_at": string,
"current_tokens": number,
"email": string,
"id": string,
"invite_code_used": string | null,
"membership_end_date": string | null,
"membership_start_date": string,
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
{ Args: { "p_key_id"?: string,"p_key_value"?: string,"p_limit"?: number,"p_reverse"?: boolean,"p_search": string,"p_used": boolean }; Returns: {
              "batch_id": string | null,
"code": string,
"created_at": string,
"created_by": string | null,
"id": string,
"is_used": boolean,
"note": string | null,
"token_value": number,
"used_at": string | null,
"used_by": string | null
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
"send_test_email":
{ Args: { "p_template": string }; Returns: string
                           },
"set_key_aside":
{ Args: { "p_aside": boolean,"p_key_id": number }; Returns: string
                           },
"suspect_batches":
{ Args: Record<PropertyKey, never>; Returns: {
              "batch": number,"benefit_id": string,"benefit_name": string,"delivered": number,"held": number,"id": string,"keys": number,"other_keys_left": number,"quarantined_at": string,"reported": number
            }[]
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
"validate_invite_code":
{ Args: { "code_to_check": string }; Returns: {
              "is_valid": Json
            }[]
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

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
  ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
      Row: infer R
    }
    ? R
    : never
  : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Insert: infer I
    }
    ? I
    : never
  : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Update: infer U
    }
    ? U
    : never
  : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
  ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
  : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
  ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
  : never

export const Constants = {
  "public": {
          Enums: {
            
          }
        }
} as const
