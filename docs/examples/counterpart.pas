{ A client for Counterpart in one file: Free Pascal 3.2 or later; Delphi 10.3 or later by the $ELSE branches, which
  our tests cannot compile. Copy it and change what you like.

      fpc -O2 counterpart.pas          dcc32 -CC counterpart.pas

      export COUNTERPART_KEY=cp_test_...       the key of the shop (a staging key while you try)
      counterpart push rows.json               upload the rows of a JSON array
      counterpart events                       read what happened since the last time
      counterpart follow                       the same, without end: an event is there within a second
      counterpart accept ORD-2026-000001
      counterpart verify body.bin sha256=...   check a webhook (COUNTERPART_WEBHOOK_SECRET) }
program Counterpart;

{$IFDEF FPC}{$MODE DELPHI}{$H+}{$ENDIF}
{$APPTYPE CONSOLE}
{$Q-}{$R-} // SHA-256 counts modulo 2^32

uses
{$IFDEF FPC}
  {$IFDEF MSWINDOWS}Windows,{$ENDIF} SysUtils, Classes, fphttpclient, fpjson, jsonparser;
{$ELSE}
  Winapi.Windows, System.SysUtils, System.Classes, System.JSON, System.Net.URLClient, System.Net.HttpClient;
{$ENDIF}

const
  MaxRows = 1000; // rows of one upload
  MaxBytes = 2000000; // bytes of one upload; the service takes 2,097,152
  Tries = 6; // waits between them: 1, 2, 4, 8 and 16 seconds
  TimeoutMs = 60000; // longer than the longest wait for an event (25 seconds)
  CursorFile = 'counterpart.cursor';

type
  { The service refused the call. Sending the same call again changes nothing. }
  ERefused = class(Exception);
  { The service cannot be reached. }
  EUnreachable = class(Exception);

  TNode = {$IFDEF FPC}TJSONData{$ELSE}TJSONValue{$ENDIF};

  TAnswer = record
    Status: Integer; // 0: there was no whole answer, and Body says why
    RetryAfter: Integer; // seconds, or -1
    Body: string;
  end;

{ What differs between the two compilers: JSON, UTF-8 and one HTTP call. }

{$IFDEF FPC}
type
  { fpjson writes 0.1 as 1.0000000000000001E-001; a quantity has three decimals at most. }
  TShortFloat = class(TJSONFloatNumber)
  protected
    function GetAsString: TJSONStringType; override;
    function GetAsJSON: TJSONStringType; override;
  end;

function TShortFloat.GetAsString: TJSONStringType;
var
  Form: TFormatSettings;
begin
  Form := DefaultFormatSettings;
  Form.DecimalSeparator := '.';
  Result := FloatToStr(AsFloat, Form);
end;

function TShortFloat.GetAsJSON: TJSONStringType;
begin
  Result := GetAsString;
end;

function Parse(const Text: string): TNode;
begin
  Result := GetJSON(Text, True);
end;

function Find(Node: TNode; const Name: string): TNode;
begin
  Result := nil;
  if Node is TJSONObject then Result := TJSONObject(Node).Find(Name);
end;

function Count(Node: TNode): Integer;
begin
  Result := Node.Count;
end;

function Item(Node: TNode; Index: Integer): TNode;
begin
  Result := Node.Items[Index];
end;

function TextOf(Node: TNode): string;
begin
  Result := '';
  if (Node <> nil) and not Node.IsNull then Result := Node.AsString;
end;

function JsonOf(Node: TNode): string;
begin
  Result := Node.AsJSON;
end;

function Utf8(const Text: string): TBytes;
begin
  Result := nil;
  SetLength(Result, Length(Text));
  if Text <> '' then Move(Text[1], Result[0], Length(Text));
end;

function Send(const Method, Address, Key, Once, Body: string): TAnswer;
var
  Http: TFPHTTPClient;
  Text: TStringStream;
begin
  Result.RetryAfter := -1;
  Http := TFPHTTPClient.Create(nil);
  Text := TStringStream.Create('');
  try
    Http.ConnectTimeout := TimeoutMs;
    Http.IOTimeout := TimeoutMs;
    Http.AddHeader('Authorization', 'Bearer ' + Key);
    if Once <> '' then Http.AddHeader('Idempotency-Key', Once);
    if Method = 'POST' then
    begin
      Http.AddHeader('Content-Type', 'application/json');
      Http.RequestBody := TStringStream.Create(Body);
    end;
    try
      Http.HTTPMethod(Method, Address, Text, []);
      Result.Status := Http.ResponseStatusCode;
      Result.Body := Text.DataString;
      Result.RetryAfter := StrToIntDef(Http.GetHeader(Http.ResponseHeaders, 'Retry-After'), -1);
      if StrToIntDef(Http.GetHeader(Http.ResponseHeaders, 'Content-Length'), Length(Result.Body))
        <> Length(Result.Body) then raise EReadError.Create('the answer was cut off');
    except
      on Problem: Exception do
      begin
        Result.Status := 0;
        Result.Body := Problem.Message;
      end;
    end;
  finally
    Http.RequestBody.Free;
    Http.Free;
    Text.Free;
  end;
end;
{$ELSE}
function Parse(const Text: string): TNode;
begin
  Result := TJSONObject.ParseJSONValue(Text);
  if Result = nil then raise EConvertError.Create('This is not JSON.');
end;

function Find(Node: TNode; const Name: string): TNode;
begin
  Result := nil;
  if Node is TJSONObject then Result := TJSONObject(Node).GetValue(Name);
end;

function Count(Node: TNode): Integer;
begin
  Result := (Node as TJSONArray).Count;
end;

function Item(Node: TNode; Index: Integer): TNode;
begin
  Result := (Node as TJSONArray).Items[Index];
end;

function TextOf(Node: TNode): string;
begin
  Result := '';
  if (Node <> nil) and not Node.Null then Result := Node.Value;
end;

function JsonOf(Node: TNode): string;
begin
  Result := Node.ToJSON;
end;

function Utf8(const Text: string): TBytes;
begin
  Result := TEncoding.UTF8.GetBytes(Text);
end;

function Send(const Method, Address, Key, Once, Body: string): TAnswer;
var
  Http: THTTPClient;
  Request: IHTTPRequest;
  Response: IHTTPResponse;
  Source: TBytesStream;
begin
  Result.RetryAfter := -1;
  Http := THTTPClient.Create;
  Source := TBytesStream.Create(Utf8(Body));
  try
    Http.ConnectionTimeout := TimeoutMs;
    Http.ResponseTimeout := TimeoutMs;
    Http.HandleRedirects := False;
    try
      Request := Http.GetRequest(Method, TURI.Create(Address));
      Request.AddHeader('Authorization', 'Bearer ' + Key);
      if Once <> '' then Request.AddHeader('Idempotency-Key', Once);
      if Method = 'POST' then
      begin
        Request.AddHeader('Content-Type', 'application/json');
        Request.SourceStream := Source;
      end;
      Response := Http.Execute(Request);
      Result.Status := Response.StatusCode;
      Result.Body := Response.ContentAsString(TEncoding.UTF8);
      Result.RetryAfter := StrToIntDef(Response.HeaderValue['Retry-After'], -1);
    except
      on Problem: Exception do
      begin
        Result.Status := 0;
        Result.Body := Problem.Message;
      end;
    end;
  finally
    Http.Free;
    Source.Free;
  end;
end;
{$ENDIF}

{ Signatures. }

function Rotated(Value: Cardinal; Bits: Integer): Cardinal;
begin
  Result := (Value shr Bits) or (Value shl (32 - Bits));
end;

procedure MixBlock(var H: array of Cardinal; const Data: TBytes; At: Integer);
const
  K: array [0 .. 63] of Cardinal = (
    $428A2F98, $71374491, $B5C0FBCF, $E9B5DBA5, $3956C25B, $59F111F1, $923F82A4, $AB1C5ED5,
    $D807AA98, $12835B01, $243185BE, $550C7DC3, $72BE5D74, $80DEB1FE, $9BDC06A7, $C19BF174,
    $E49B69C1, $EFBE4786, $0FC19DC6, $240CA1CC, $2DE92C6F, $4A7484AA, $5CB0A9DC, $76F988DA,
    $983E5152, $A831C66D, $B00327C8, $BF597FC7, $C6E00BF3, $D5A79147, $06CA6351, $14292967,
    $27B70A85, $2E1B2138, $4D2C6DFC, $53380D13, $650A7354, $766A0ABB, $81C2C92E, $92722C85,
    $A2BFE8A1, $A81A664B, $C24B8B70, $C76C51A3, $D192E819, $D6990624, $F40E3585, $106AA070,
    $19A4C116, $1E376C08, $2748774C, $34B0BCB5, $391C0CB3, $4ED8AA4A, $5B9CCA4F, $682E6FF3,
    $748F82EE, $78A5636F, $84C87814, $8CC70208, $90BEFFFA, $A4506CEB, $BEF9A3F7, $C67178F2);
var
  W: array [0 .. 63] of Cardinal;
  V: array [0 .. 7] of Cardinal;
  I, J: Integer;
  T1, T2: Cardinal;
begin
  for I := 0 to 15 do
    W[I] := (Cardinal(Data[At + 4 * I]) shl 24) or (Cardinal(Data[At + 4 * I + 1]) shl 16)
      or (Cardinal(Data[At + 4 * I + 2]) shl 8) or Data[At + 4 * I + 3];
  for I := 16 to 63 do
    W[I] := W[I - 16] + (Rotated(W[I - 15], 7) xor Rotated(W[I - 15], 18) xor (W[I - 15] shr 3))
      + W[I - 7] + (Rotated(W[I - 2], 17) xor Rotated(W[I - 2], 19) xor (W[I - 2] shr 10));
  for I := 0 to 7 do V[I] := H[I];
  for I := 0 to 63 do
  begin
    T1 := V[7] + (Rotated(V[4], 6) xor Rotated(V[4], 11) xor Rotated(V[4], 25))
      + ((V[4] and V[5]) xor (not V[4] and V[6])) + K[I] + W[I];
    T2 := (Rotated(V[0], 2) xor Rotated(V[0], 13) xor Rotated(V[0], 22))
      + ((V[0] and V[1]) xor (V[0] and V[2]) xor (V[1] and V[2]));
    for J := 7 downto 1 do V[J] := V[J - 1];
    V[4] := V[4] + T1;
    V[0] := T1 + T2;
  end;
  for I := 0 to 7 do H[I] := H[I] + V[I];
end;

function Sha256(const Data: TBytes): TBytes;
var
  H: array [0 .. 7] of Cardinal;
  Padded: TBytes;
  I: Integer;
begin
  H[0] := $6A09E667; H[1] := $BB67AE85; H[2] := $3C6EF372; H[3] := $A54FF53A;
  H[4] := $510E527F; H[5] := $9B05688C; H[6] := $1F83D9AB; H[7] := $5BE0CD19;
  SetLength(Padded, (Length(Data) + 72) div 64 * 64);
  for I := 0 to High(Padded) do Padded[I] := 0;
  if Length(Data) > 0 then Move(Data[0], Padded[0], Length(Data));
  Padded[Length(Data)] := $80;
  for I := 0 to 7 do Padded[High(Padded) - I] := Byte((Int64(Length(Data)) * 8) shr (8 * I));
  for I := 0 to Length(Padded) div 64 - 1 do MixBlock(H, Padded, 64 * I);
  Result := nil;
  SetLength(Result, 32);
  for I := 0 to 31 do Result[I] := Byte(H[I div 4] shr (24 - 8 * (I mod 4)));
end;

function HmacSha256(Key: TBytes; const Data: TBytes): TBytes;
var
  Inner, Outer: TBytes;
  I: Integer;
begin
  if Length(Key) > 64 then Key := Sha256(Key);
  SetLength(Inner, 64 + Length(Data));
  SetLength(Outer, 64 + 32);
  for I := 0 to 63 do
  begin
    Inner[I] := $36;
    Outer[I] := $5C;
    if I < Length(Key) then
    begin
      Inner[I] := Inner[I] xor Key[I];
      Outer[I] := Outer[I] xor Key[I];
    end;
  end;
  if Length(Data) > 0 then Move(Data[0], Inner[64], Length(Data));
  Inner := Sha256(Inner);
  Move(Inner[0], Outer[64], 32);
  Result := Sha256(Outer);
end;

{ Whether x-service-signature is right for the raw body, compared in constant time. }
function IsGenuine(const Secret: string; const Body: TBytes; const Signature: string): Boolean;
var
  Wanted, Given: TBytes;
  Text: string;
  I, Difference: Integer;
begin
  Text := 'sha256=';
  Wanted := HmacSha256(Utf8(Secret), Body);
  for I := 0 to High(Wanted) do Text := Text + LowerCase(IntToHex(Wanted[I], 2));
  Wanted := Utf8(Text);
  Given := Utf8(Signature);
  Difference := Length(Wanted) xor Length(Given);
  for I := 0 to High(Wanted) do
    if I < Length(Given) then Difference := Difference or (Wanted[I] xor Given[I]);
  Result := Difference = 0;
end;

{ Calls. }

{ 409: the same Idempotency-Key is being worked on. }
function MayPassLater(Status: Integer): Boolean;
begin
  Result := (Status = 409) or (Status = 429) or (Status = 500) or ((Status >= 502) and (Status <= 504)) or (Status = 0);
end;

function NewId: string;
var
  Id: TGUID;
begin
  CreateGUID(Id);
  Result := LowerCase(Copy(GUIDToString(Id), 2, 36));
end;

procedure Refuse(const Answer: TAnswer);
var
  Error: TNode;
begin
  try
    Error := Parse(Answer.Body);
  except
    raise ERefused.CreateFmt('%d no_reason: The answer has no error body.', [Answer.Status]);
  end;
  try
    raise ERefused.CreateFmt('%d %s: %s', [Answer.Status, TextOf(Find(Error, 'error')), TextOf(Find(Error, 'message'))]);
  finally
    Error.Free;
  end;
end;

{ The answer's JSON, which the caller frees. Tried again where that can help. }
function Call(const Method, Path: string; const Body: string = ''): TNode;
var
  Answer: TAnswer;
  Address, Once: string;
  Attempt: Integer;
  Pause: Double;
begin
  Address := GetEnvironmentVariable('COUNTERPART_ADDRESS');
  if Address = '' then Address := 'http://127.0.0.1:8710';
  // The same name on every try: work that was done, but whose answer was lost, is not done twice.
  Once := '';
  if Method = 'POST' then Once := NewId;
  for Attempt := 1 to Tries do
  begin
    Answer := Send(Method, Address + Path, GetEnvironmentVariable('COUNTERPART_KEY'), Once, Body);
    if Answer.Status = 200 then Exit(Parse(Answer.Body));
    if (Attempt = Tries) or not MayPassLater(Answer.Status) then Break;
    Pause := (1 shl (Attempt - 1)) * (0.8 + 0.4 * Random);
    if Answer.RetryAfter >= 0 then Pause := Answer.RetryAfter;
    Sleep(Round(1000 * Pause));
  end;
  if Answer.Status = 0 then raise EUnreachable.Create(Address + ' cannot be reached: ' + Answer.Body);
  Refuse(Answer);
  Result := nil;
end;

{ Text as it may stand in a path or a query. }
function Escape(const Text: string): string;
var
  Bytes: TBytes;
  I: Integer;
begin
  Result := '';
  Bytes := Utf8(Text);
  for I := 0 to High(Bytes) do
    case Bytes[I] of
      Ord('A') .. Ord('Z'), Ord('a') .. Ord('z'), Ord('0') .. Ord('9'), Ord('-'), Ord('_'), Ord('.'), Ord('~'):
        Result := Result + Chr(Bytes[I]);
    else
      Result := Result + '%' + IntToHex(Bytes[I], 2);
    end;
end;

{ Move an order: confirm_fitment, accept, reject (with a reason), ready, dispatched, delivered. }
function Act(const Order, Action: string; const Body: string = ''): string;
var
  Answer: TNode;
begin
  Answer := Call('POST', '/v1/orders/' + Escape(Order) + '/' + Action, Body);
  try
    Result := TextOf(Find(Answer, 'status'));
  finally
    Answer.Free;
  end;
end;

{ Upload one batch, and count what came of it; First is the number of its first row. }
procedure PushBatch(const Rows: string; First: Integer; var Saved, Rejected: Integer);
var
  Answer, Errors, Error: TNode;
  I: Integer;
begin
  Answer := Call('POST', '/v1/items', '{"items":[' + Rows + ']}');
  try
    Saved := Saved + StrToInt(TextOf(Find(Answer, 'saved')));
    Errors := Find(Answer, 'errors');
    Rejected := Rejected + Count(Errors);
    for I := 0 to Count(Errors) - 1 do
    begin
      Error := Item(Errors, I);
      WriteLn('row ', First + StrToInt(TextOf(Find(Error, 'index'))), ' ', TextOf(Find(Error, 'sku')), ': ',
        TextOf(Find(Error, 'error')));
    end;
  finally
    Answer.Free;
  end;
end;

function ReadFileBytes(const Path: string): TBytes;
var
  Stream: TFileStream;
begin
  Result := nil;
  Stream := TFileStream.Create(Path, fmOpenRead or fmShareDenyWrite);
  try
    SetLength(Result, Stream.Size);
    if Stream.Size > 0 then Stream.ReadBuffer(Result[0], Stream.Size);
  finally
    Stream.Free;
  end;
end;

function FromUtf8(const Bytes: TBytes): string;
begin
{$IFDEF FPC}
  SetString(Result, PAnsiChar(Bytes), Length(Bytes));
{$ELSE}
  Result := TEncoding.UTF8.GetString(Bytes);
{$ENDIF}
end;

{ Upload a file in as few calls as the limits allow; 1 when rows were rejected. }
function PushFile(const Path: string): Integer;
var
  Rows: TNode;
  Batch: TStringBuilder;
  Text: string;
  I, Start, Size, Bytes, Saved, Rejected: Integer;
begin
  Start := 0; Size := 0; Saved := 0; Rejected := 0;
  Batch := TStringBuilder.Create;
  Rows := Parse(FromUtf8(ReadFileBytes(Path)));
  try
    for I := 0 to Count(Rows) - 1 do
    begin
      Text := JsonOf(Item(Rows, I));
      Bytes := Length(Utf8(Text)) + 1;
      if (I > Start) and ((I - Start = MaxRows) or (Size + Bytes > MaxBytes - 20)) then
      begin
        PushBatch(Batch.ToString, Start, Saved, Rejected);
        Batch.Clear;
        Start := I;
        Size := 0;
      end;
      if I > Start then Batch.Append(',');
      Batch.Append(Text);
      Size := Size + Bytes;
    end;
    if Count(Rows) > Start then PushBatch(Batch.ToString, Start, Saved, Rejected);
  finally
    Rows.Free;
    Batch.Free;
  end;
  WriteLn('saved ', Saved, ', rejected ', Rejected);
  Result := Ord(Rejected > 0);
end;

{ Events. }

{ Your part: called for each event, perhaps twice for one; its "id" tells. }
procedure Handle(Event: TNode);
var
  Data: TNode;
begin
  Data := Find(Event, 'data');
  WriteLn(TextOf(Find(Event, 'event')), ' ', TextOf(Find(Find(Data, 'order'), 'reference')),
    TextOf(Find(Find(Data, 'rfq'), 'reference')), TextOf(Find(Data, 'sku')));
  Flush(Output);
end;

function ReadCursor: string;
begin
  Result := '';
  if FileExists(CursorFile) then Result := Trim(FromUtf8(ReadFileBytes(CursorFile)));
end;

{ In one step, so that what ends in between leaves the old one or the new one. }
procedure WriteCursor(const Cursor: string);
var
  Stream: TFileStream;
  Bytes: TBytes;
begin
  Bytes := Utf8(Cursor);
  Stream := TFileStream.Create(CursorFile + '.new', fmCreate);
  try
    Stream.WriteBuffer(Bytes[0], Length(Bytes));
  finally
    Stream.Free;
  end;
{$IFDEF MSWINDOWS}
  if not MoveFileEx(PChar(CursorFile + '.new'), CursorFile, MOVEFILE_REPLACE_EXISTING) then
{$ELSE}
  if not RenameFile(CursorFile + '.new', CursorFile) then
{$ENDIF}
    raise EInOutError.Create(CursorFile + ' cannot be written');
end;

{ Handle everything since the last time; the cursor is kept once a page has been handled. }
procedure ReadEvents(Wait: Integer);
var
  Page, Events: TNode;
  Query: string;
  I: Integer;
  More: Boolean;
begin
  repeat
    Query := '/v1/events?limit=100&wait=' + IntToStr(Wait);
    if ReadCursor <> '' then Query := Query + '&after=' + Escape(ReadCursor);
    Page := Call('GET', Query);
    try
      if SameText(TextOf(Find(Page, 'gap')), 'true') then
        WriteLn(ErrOutput, 'Events are missing: read the catalogue and the open orders once.');
      Events := Find(Page, 'events');
      for I := 0 to Count(Events) - 1 do Handle(Item(Events, I));
      WriteCursor(TextOf(Find(Page, 'next')));
      More := SameText(TextOf(Find(Page, 'more')), 'true');
    finally
      Page.Free;
    end;
  until not More;
end;

function VerifyFile(const Path, Signature: string): Integer;
begin
  if IsGenuine(GetEnvironmentVariable('COUNTERPART_WEBHOOK_SECRET'), ReadFileBytes(Path), Signature) then
  begin
    WriteLn('genuine');
    Exit(0);
  end;
  WriteLn('forged');
  Result := 1;
end;

{ One command; its exit code. }
function Run: Integer;
begin
  Result := 0;
  if (ParamCount = 3) and (ParamStr(1) = 'verify') then Result := VerifyFile(ParamStr(2), ParamStr(3))
  else if (ParamCount = 2) and (ParamStr(1) = 'push') then Result := PushFile(ParamStr(2))
  else if (ParamCount = 2) and (ParamStr(1) = 'accept') then WriteLn(Act(ParamStr(2), 'accept'))
  else if (ParamCount = 1) and (ParamStr(1) = 'events') then ReadEvents(0)
  else if (ParamCount = 1) and (ParamStr(1) = 'follow') then
    while True do ReadEvents(25)
  else
  begin
    WriteLn('counterpart push FILE | events | follow | accept ORDER | verify BODY SIGNATURE');
    Result := 2;
  end;
end;

begin
{$IFDEF FPC}
  SetMultiByteConversionCodePage(CP_UTF8); // strings hold UTF-8, whatever the system's own code page
  TJSONData.CompressedJSON := True;
  SetJSONInstanceType(jitNumberFloat, TShortFloat);
  SetTextCodePage(Output, CP_UTF8);
{$ELSE}
  SetConsoleOutputCP(CP_UTF8);
{$ENDIF}
  Randomize;
  try
    ExitCode := Run;
  except
    on Problem: Exception do
    begin
      WriteLn(ErrOutput, 'counterpart: ', Problem.Message);
      ExitCode := 1;
    end;
  end;
end.
